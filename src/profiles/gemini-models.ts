/** Image models are exempt (thought signatures, docs.cloud.google.com, read 2026-11), and aliases such as `gemini-flash-latest` move. */
export const signingModels = {
  when: { model: /\bgemini-(?:[3-9]|[1-9]\d)(?!\d)(?!.*image)/i },
  description: "Gemini 3 and later, but for image models",
} as const;
