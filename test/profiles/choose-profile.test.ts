import { describe, expect, it } from "vitest";
import { chooseProfile, findProfile, type ProfileClues, profiles } from "../../src/profiles/index.js";

function choose(clues: Partial<ProfileClues>) {
  return chooseProfile({
    flag: undefined,
    stated: undefined,
    url: undefined,
    model: undefined,
    format: "openai-chat",
    formatProfile: "openai-chat",
    ...clues,
  });
}

describe("choosing a profile", () => {
  it("takes the flag before everything else", () => {
    const { profile, because } = choose({
      flag: "mistral",
      stated: "groq",
      url: "https://api.openai.com/v1/chat/completions",
      model: "gpt-4o",
    });
    expect(profile.id).toBe("mistral");
    expect(because).toBe("it was asked for");
  });

  it("takes what the envelope states before host and model", () => {
    expect(choose({ stated: "groq", url: "https://api.openai.com/v1", model: "gpt-4o" }).profile.id).toBe("groq");
  });

  it.each([
    ["https://api.openai.com/v1/chat/completions", "openai-chat"],
    ["https://API.OpenAI.com:443/v1/chat/completions", "openai-chat"],
    ["api.openai.com/v1/chat/completions", "openai-chat"],
    ["https://team.openai.azure.com/openai/deployments/x/chat/completions?api-version=1", "azure-openai"],
    ["https://api.mistral.ai/v1/chat/completions", "mistral"],
    ["https://api.groq.com/openai/v1/chat/completions", "groq"],
    ["https://api.deepseek.com/chat/completions", "deepseek"],
    ["http://user:secret@api.deepseek.com/", "deepseek"],
  ])("knows the host of %s", (url, id) => {
    expect(choose({ url }).profile.id).toBe(id);
  });

  it.each([
    "http://localhost:8000/v1/chat/completions",
    "http://[::1]:8000/v1/chat/completions",
    "https://llm.example.com/v1/chat/completions",
    "https://bedrock-runtime.<region>.amazonaws.com/openai/v1/chat/completions",
    "https://evil-api.openai.com.example.org/",
  ])("judges %s as a compatible endpoint, whatever the model", (url) => {
    expect(choose({ url, model: "gpt-4o" }).profile.id).toBe("openai-compatible");
  });

  it.each([
    ["https://api.anthropic.com/v1/messages", "anthropic"],
    ["https://us-east5-aiplatform.googleapis.com/v1/projects/p/models/claude:rawPredict", "anthropic"],
    ["https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-3/invoke", "anthropic"],
    ["https://api.moonshot.ai/anthropic/v1/messages", "anthropic-compatible"],
    ["https://gateway.example.com/v1/messages", "anthropic-compatible"],
  ])("knows who speaks Anthropic's format at %s", (url, id) => {
    expect(choose({ url, format: "anthropic", formatProfile: "anthropic" }).profile.id).toBe(id);
  });

  it.each([
    ["https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent", "gemini"],
    [
      "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/google/models/gemini-2.5-pro:generateContent",
      "vertex",
    ],
    ["https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse", "vertex"],
    ["http://localhost:8080/v1beta/models/gemini-3-flash-preview:generateContent", "gemini-compatible"],
    ["https://gateway.example.com/v1beta/models/gemini-3-flash-preview:generateContent", "gemini-compatible"],
  ])("knows who speaks Gemini's format at %s", (url, id) => {
    expect(choose({ url, format: "gemini", formatProfile: "gemini" }).profile.id).toBe(id);
  });

  it("tells Google's Chat Completions from those of others: they want thought signatures", () => {
    const url = "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions";
    expect(choose({ url, model: "gemini-3-flash-preview" }).profile.id).toBe("gemini-openai");
  });

  it("says which host and which model decided", () => {
    expect(choose({ url: "https://api.groq.com/openai" }).because).toBe('the URL\'s host is "api.groq.com"');
    expect(choose({ model: "gpt-4o" }).because).toBe('the model is "gpt-4o"');
  });

  it("asks the model where the URL is a path alone", () => {
    expect(choose({ url: "/v1/chat/completions", model: "mistral-large-latest" }).profile.id).toBe("mistral");
  });

  it.each([
    ["gpt-4o-mini", "openai-chat"],
    ["ft:gpt-4o-mini-2024-07-18:team::abc", "openai-chat"],
    ["o4-mini", "openai-chat"],
    ["chatgpt-4o-latest", "openai-chat"],
    ["mistral-large-latest", "mistral"],
    ["open-mixtral-8x22b", "mistral"],
    ["codestral-2501", "mistral"],
    ["mistral-7b-instruct-v0.2", "openai-compatible"],
    ["mistral-nemo:latest", "openai-compatible"],
    ["deepseek-reasoner", "deepseek"],
    ["deepseek-r1:8b", "openai-compatible"],
    ["gpt-oss-120b", "openai-compatible"],
    ["gpt-oss:20b", "openai-compatible"],
    ["openai/gpt-5", "openai-compatible"],
    ["claude-sonnet-4-5", "openai-compatible"],
    ["gemini-2.5-pro", "openai-compatible"],
    ["kimi-k2", "moonshot"],
    ["Qwen/Qwen3-0.6B", "openai-compatible"],
  ])("knows the family of %s", (model, id) => {
    expect(choose({ model }).profile.id).toBe(id);
  });

  it("takes the format's own for an unknown model and for none", () => {
    expect(choose({ model: "my-model" }).profile.id).toBe("openai-chat");
    expect(choose({}).because).toBe("it is openai-chat's own");
  });

  it("passes over a model or host whose profile does not take the format", () => {
    const nemo = { format: "nemo", formatProfile: "nemo" };
    expect(choose({ ...nemo, model: "gpt-4o" }).profile.id).toBe("nemo");
    expect(choose({ ...nemo, url: "https://api.openai.com/v1" }).profile.id).toBe("nemo");
  });

  it("passes over ids that no profile has", () => {
    expect(choose({ flag: "no-such", stated: "nor-this", model: "gpt-4o" }).profile.id).toBe("openai-chat");
    expect(findProfile("no-such")).toBeUndefined();
  });
});

describe("the profiles", () => {
  it("have ids of their own", () => {
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(profiles.length);
  });
});
