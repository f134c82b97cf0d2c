import { amp, copilotCli, crush, cursorStream, droidStream, geminiCliStream, grokCli, kimiWire, zed } from "./agents.js";
import { aiSdkModel, aiSdkUi } from "./ai-sdk.js";
import { anthropic, bedrockConverse, claudeCodeJsonl, managedAgents } from "./anthropic.js";
import { atif, inspectLog, openhands, sweAgent, tau2, tauBench } from "./benchmarks.js";
import { cline, continueSession, hermesAgent, kimiContext, qwenCode, vscodeCopilot } from "./coding-sessions.js";
import { sharegpt, textEmbedded } from "./datasets.js";
import { agentdojo, azureAiEvaluation, deepeval, ragas, toolbench } from "./evals.js";
import { ag2, agUi, autogen, genkit, haystack, langchain, llamaindex, meai, pydanticAi, smolagents, springAi } from "./frameworks.js";
import { gemini, geminiCliSession, geminiInteractions, geminiLive, googleAdk } from "./google.js";
import { codexRollout, nemo, openaiAgents, openaiAssistants, openaiChat, openaiRealtime, openaiResponses } from "./openai.js";
import { agno, letta, lettaFile, librechat, mastra, openWebui } from "./products.js";
import { cohereV1, cohereV2, mistralConversations, ollama } from "./providers.js";
import { goose, mcpJsonrpc, opencode, piSession } from "./sessions.js";
import { agentSteps, dify, flowise, langchain4j } from "./steps.js";
import { datadog, openinference, otelGenai } from "./telemetry.js";
import { elevenlabs, livekit, pipecat, retell, vapi } from "./voice.js";
import type { Wire } from "./wire.js";

/** All formats that the shared conversations are written in. */
export const wires: readonly Wire[] = [
  openaiChat,
  openaiResponses,
  openaiRealtime,
  openaiAssistants,
  openaiAgents,
  codexRollout,
  anthropic,
  claudeCodeJsonl,
  managedAgents,
  bedrockConverse,
  gemini,
  geminiCliSession,
  geminiInteractions,
  geminiLive,
  googleAdk,
  nemo,
  mistralConversations,
  cohereV1,
  cohereV2,
  ollama,
  langchain,
  llamaindex,
  pydanticAi,
  meai,
  aiSdkModel,
  aiSdkUi,
  autogen,
  ag2,
  genkit,
  haystack,
  smolagents,
  springAi,
  agUi,
  livekit,
  pipecat,
  vapi,
  retell,
  elevenlabs,
  letta,
  lettaFile,
  librechat,
  openWebui,
  langchain4j,
  mastra,
  flowise,
  dify,
  agentSteps,
  agno,
  mcpJsonrpc,
  otelGenai,
  openinference,
  datadog,
  amp,
  continueSession,
  copilotCli,
  droidStream,
  geminiCliStream,
  grokCli,
  hermesAgent,
  kimiWire,
  kimiContext,
  cursorStream,
  cline,
  zed,
  crush,
  qwenCode,
  vscodeCopilot,
  goose,
  piSession,
  opencode,
  openhands,
  atif,
  sweAgent,
  inspectLog,
  tau2,
  tauBench,
  agentdojo,
  toolbench,
  ragas,
  azureAiEvaluation,
  deepeval,
  sharegpt,
  textEmbedded,
];

/** Formats that can tell none of them, and why. */
export const silent: Readonly<Record<string, string>> = {
  "api-bank": "what was said and each call of an API are lines of their own, one call after the other",
  dspy: "a trajectory holds the steps of an agent, and nothing of what was said",
  "adk-eval": "files say which calls are expected, not what they return",
  aimock: "a fixture is one answer, and results are not kept",
  "bedrock-agents": "traces keep arguments as a list of texts",
  bfcl: "questions and calls are files of their own, and results are not kept",
  "cursor-agent": "the transcript keeps no results",
  crewai: "events tell what was called, and nothing of what was said",
  n8n: "an execution keeps the runs of nodes, one call after the other",
  "spring-ai-rows": "the repository keeps texts alone",
  "cline-xml": "tags call the editor's own tools alone",
  "cline-ui": "what is shown of calls is in the editor's words, and few results are",
  xlam: "a row holds a question and the calls that answer it, no results",
};
