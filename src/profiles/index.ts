import { quote } from "../text/quote.js";
import { aiSdk } from "./ai-sdk.js";
import { anthropic } from "./anthropic.js";
import { anthropicCompatible } from "./anthropic-compatible.js";
import { azureOpenai } from "./azure-openai.js";
import { bedrock } from "./bedrock.js";
import { atif, benchmark } from "./benchmark.js";
import { cerebras } from "./cerebras.js";
import { cohereV1, cohereV2 } from "./cohere.js";
import { dashscope } from "./dashscope.js";
import { dataset } from "./dataset.js";
import { deepseek } from "./deepseek.js";
import { deepseekResponses } from "./deepseek-responses.js";
import { framework, frameworkAnthropic, frameworkMistral, frameworkOpenai, pydanticAi } from "./framework.js";
import { gemini, geminiCompatible, geminiOpenai, vertex } from "./gemini.js";
import { geminiInteractions } from "./gemini-interactions.js";
import { geminiLive } from "./gemini-live.js";
import { googleAdk } from "./google-adk.js";
import { groq } from "./groq.js";
import { llamaCpp, snowflake, vllm } from "./local-servers.js";
import { mcp } from "./mcp.js";
import { mimo } from "./mimo.js";
import { minimax } from "./minimax.js";
import { mistral } from "./mistral.js";
import { mistralConversations } from "./mistral-conversations.js";
import { moonshot } from "./moonshot.js";
import { nemo } from "./nemo.js";
import { ollama } from "./ollama.js";
import { openaiAssistants } from "./openai-assistants.js";
import { openaiChat } from "./openai-chat.js";
import { openaiCompatible } from "./openai-compatible.js";
import { openaiRealtime } from "./openai-realtime.js";
import { azureResponses, openaiResponses, responsesCompatible } from "./openai-responses.js";
import { openrouter } from "./openrouter.js";
import type { Profile } from "./profile.js";
import { sessionLog } from "./session-log.js";
import { telemetry } from "./telemetry.js";
import { xai } from "./xai.js";
import { zai } from "./zai.js";

/** All profiles. A model is looked up in this order, so what speaks for many vendors comes after what speaks for one. */
export const profiles: readonly Profile[] = [
  openaiChat,
  azureOpenai,
  mistral,
  groq,
  deepseek,
  moonshot,
  mimo,
  dashscope,
  zai,
  xai,
  minimax,
  cerebras,
  openrouter,
  snowflake,
  vllm,
  llamaCpp,
  geminiOpenai,
  openaiCompatible,
  nemo,
  openaiResponses,
  azureResponses,
  deepseekResponses,
  responsesCompatible,
  openaiRealtime,
  openaiAssistants,
  sessionLog,
  dataset,
  benchmark,
  atif,
  aiSdk,
  framework,
  frameworkOpenai,
  frameworkAnthropic,
  frameworkMistral,
  pydanticAi,
  anthropic,
  anthropicCompatible,
  bedrock,
  cohereV1,
  cohereV2,
  ollama,
  mistralConversations,
  mcp,
  telemetry,
  gemini,
  vertex,
  geminiCompatible,
  googleAdk,
  geminiLive,
  geminiInteractions,
];

/** Which profile stands in for a host that no profile names, by format; a format that is not here has its own only. */
const forUnknownHost: ReadonlyMap<string, Profile> = new Map([
  ["openai-chat", openaiCompatible],
  ["openai-responses", responsesCompatible],
  ["anthropic", anthropicCompatible],
  ["gemini", geminiCompatible],
]);

/** The profile with this id, or `undefined`. */
export function findProfile(id: string): Profile | undefined {
  return profiles.find((profile) => profile.id === id);
}

/** What a recording tells about the endpoint that it was recorded from, or is meant for. */
export interface ProfileClues {
  /** `--profile`. */
  readonly flag: string | undefined;
  /** What our own envelope states. */
  readonly stated: string | undefined;
  readonly url: string | undefined;
  readonly model: string | undefined;
  /** Format id of the recording. */
  readonly format: string;
  /** The format's own profile (`Format.profile`). */
  readonly formatProfile: string;
}

/** A profile, and why it was chosen: `because` finishes the sentence "judged as X because …". */
export interface ProfileChoice {
  readonly profile: Profile;
  readonly because: string;
}

/**
 * Chooses whose rules a recording is judged by: the flag, else the envelope, else the URL's host, else the model's family, else the
 * format's own. Host and model count only where the profile takes histories in the recording's format.
 *
 * An id that no profile has is passed over: the callers reject it where the user wrote it.
 */
export function chooseProfile(clues: ProfileClues): ProfileChoice {
  const asked = clues.flag === undefined ? undefined : findProfile(clues.flag);
  if (asked !== undefined) return { profile: asked, because: "it was asked for" };
  const stated = clues.stated === undefined ? undefined : findProfile(clues.stated);
  if (stated !== undefined) return { profile: stated, because: "the envelope names it" };
  return byHost(clues) ?? byModel(clues) ?? byFormat(clues);
}

function byHost({ url, format }: ProfileClues): ProfileChoice | undefined {
  const host = url === undefined ? undefined : hostOf(url);
  if (host === undefined) return undefined;
  const own = profilesForFormat(format).find(({ hosts }) => hosts.some((pattern) => isHost(host, pattern)));
  if (own !== undefined) return { profile: own, because: `the URL's host is ${quote(host)}` };
  const generic = forUnknownHost.get(format);
  if (generic === undefined) return undefined;
  return { profile: generic, because: `the URL's host ${quote(host)} is none that a profile of ${format} names` };
}

function byModel({ model, format }: ProfileClues): ProfileChoice | undefined {
  if (model === undefined) return undefined;
  const family = profilesForFormat(format).find(({ models }) => models.some((pattern) => pattern.test(model)));
  return family && { profile: family, because: `the model is ${quote(model)}` };
}

const takers = new Map<string, readonly Profile[]>();

/** The profiles that take histories in a format. Asked for each record: looked for once. */
function profilesForFormat(format: string): readonly Profile[] {
  const known = takers.get(format) ?? profiles.filter(({ formats }) => formats.includes(format));
  takers.set(format, known);
  return known;
}

function byFormat({ format, formatProfile }: ProfileClues): ProfileChoice {
  const own = findProfile(formatProfile);
  if (own !== undefined) return { profile: own, because: `it is ${format}'s own` };
  return { profile: openaiCompatible, because: `${format} has no profile of its own` };
}

/** The host of an absolute URL, lower case; `undefined` for a path alone (batch files) and for what is no URL. */
function hostOf(url: string): string | undefined {
  const host =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i.exec(url)?.[1] ??
    /^(?:[\w-]+\.)+[a-z]{2,}(?=[:/]|$)/i.exec(url)?.[0];
  return host?.toLowerCase();
}

function isHost(host: string, pattern: string): boolean {
  return pattern.startsWith(".") ? host.endsWith(pattern) : host === pattern;
}
