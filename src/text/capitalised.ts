/** The text with its first letter in upper case, for the beginning of a line or a message. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence with its first letter in lower case, to go on after a colon. */
export function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
