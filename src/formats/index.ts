import { adkEval } from "./adk-eval.js";
import { agUi } from "./ag-ui.js";
import { ag2 } from "./ag2.js";
import { agentSteps } from "./agent-steps.js";
import { agentdojo } from "./agentdojo.js";
import { agno } from "./agno.js";
import { aiSdkModel } from "./ai-sdk-model.js";
import { aiSdkUi } from "./ai-sdk-ui.js";
import { aimock } from "./aimock.js";
import { amp } from "./amp.js";
import { anthropic } from "./anthropic.js";
import { apiBank } from "./api-bank.js";
import { atif } from "./atif.js";
import { autogen } from "./autogen.js";
import { azureAiEvaluation } from "./azure-ai-evaluation.js";
import { bedrockAgents } from "./bedrock-agents.js";
import { bedrockConverse } from "./bedrock-converse.js";
import { bfcl } from "./bfcl.js";
import { claudeCodeJsonl } from "./claude-code-jsonl.js";
import { cline } from "./cline.js";
import { clineUi } from "./cline-ui.js";
import { clineXml } from "./cline-xml.js";
import { codexRollout } from "./codex-rollout.js";
import { cohereV1 } from "./cohere-v1.js";
import { cohereV2 } from "./cohere-v2.js";
import { continueSession } from "./continue.js";
import { copilotCli } from "./copilot-cli.js";
import { crewai } from "./crewai.js";
import { crush } from "./crush.js";
import { cursorAgent } from "./cursor-agent.js";
import { cursorStream } from "./cursor-stream.js";
import { datadog } from "./datadog.js";
import { deepeval } from "./deepeval.js";
import { dify } from "./dify.js";
import { droidStream } from "./droid-stream.js";
import { dspy } from "./dspy.js";
import { elevenlabs } from "./elevenlabs.js";
import { flowise } from "./flowise.js";
import type { Format } from "./format.js";
import { gemini } from "./gemini.js";
import { geminiCliSession } from "./gemini-cli-session.js";
import { geminiCliStream } from "./gemini-cli-stream.js";
import { geminiInteractions } from "./gemini-interactions.js";
import { geminiLive } from "./gemini-live.js";
import { genkit } from "./genkit.js";
import { googleAdk } from "./google-adk.js";
import { goose } from "./goose.js";
import { grokCli } from "./grok-cli.js";
import { haystack } from "./haystack.js";
import { hermesAgent } from "./hermes-agent.js";
import { inspectLog } from "./inspect-log.js";
import { kimiContext } from "./kimi-context.js";
import { kimiWire } from "./kimi-wire.js";
import { langchain } from "./langchain.js";
import { langchain4j } from "./langchain4j.js";
import { letta } from "./letta.js";
import { lettaFile } from "./letta-file.js";
import { librechat } from "./librechat.js";
import { livekit } from "./livekit.js";
import { llamaindex } from "./llamaindex.js";
import { managedAgents } from "./managed-agents.js";
import { mastra } from "./mastra.js";
import { mcpJsonrpc } from "./mcp-jsonrpc.js";
import { meai } from "./meai.js";
import { mistralConversations } from "./mistral-conversations.js";
import { n8n } from "./n8n.js";
import { nemo } from "./nemo.js";
import { ollama } from "./ollama.js";
import { openWebui } from "./open-webui.js";
import { openaiAgents } from "./openai-agents.js";
import { openaiAssistants } from "./openai-assistants.js";
import { openaiChat } from "./openai-chat.js";
import { openaiRealtime } from "./openai-realtime.js";
import { openaiResponses } from "./openai-responses.js";
import { opencode } from "./opencode.js";
import { openhands } from "./openhands.js";
import { openinference } from "./openinference.js";
import { otelGenai } from "./otel-genai.js";
import { piSession } from "./pi-session.js";
import { pipecat } from "./pipecat.js";
import { pydanticAi } from "./pydantic-ai.js";
import { qwenCode } from "./qwen-code.js";
import { ragas } from "./ragas.js";
import { retell } from "./retell.js";
import { sharegpt } from "./sharegpt.js";
import { smolagents } from "./smolagents.js";
import { springAi } from "./spring-ai.js";
import { springAiRows } from "./spring-ai-rows.js";
import { sweAgent } from "./swe-agent.js";
import { tauBench } from "./tau-bench.js";
import { tau2 } from "./tau2.js";
import { textEmbedded } from "./text-embedded.js";
import { toolbench } from "./toolbench.js";
import { vapi } from "./vapi.js";
import { vscodeCopilot } from "./vscode-copilot.js";
import { xlam } from "./xlam.js";
import { zed } from "./zed.js";

/** All formats, most telling first: of two that fit equally the earlier one is taken. */
export const formats: readonly Format[] = [
  langchain,
  pydanticAi,
  meai,
  llamaindex,
  autogen,
  ag2,
  crewai,
  claudeCodeJsonl,
  copilotCli,
  geminiCliStream,
  droidStream,
  cursorAgent,
  zed,
  crush,
  cline,
  clineXml,
  clineUi,
  kimiWire,
  kimiContext,
  cursorStream,
  grokCli,
  amp,
  qwenCode,
  vscodeCopilot,
  continueSession,
  hermesAgent,
  opencode,
  piSession,
  goose,
  managedAgents,
  codexRollout,
  openhands,
  atif,
  sweAgent,
  inspectLog,
  tau2,
  tauBench,
  bfcl,
  toolbench,
  agentdojo,
  ragas,
  azureAiEvaluation,
  deepeval,
  apiBank,
  dspy,
  xlam,
  sharegpt,
  openaiAgents,
  openaiRealtime,
  openaiResponses,
  openaiAssistants,
  otelGenai,
  openinference,
  datadog,
  mistralConversations,
  mcpJsonrpc,
  bedrockConverse,
  geminiCliSession,
  googleAdk,
  geminiInteractions,
  geminiLive,
  gemini,
  cohereV2,
  cohereV1,
  aiSdkUi,
  aiSdkModel,
  haystack,
  springAi,
  springAiRows,
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
  agno,
  aimock,
  adkEval,
  bedrockAgents,
  langchain4j,
  mastra,
  flowise,
  n8n,
  dify,
  agentSteps,
  genkit,
  smolagents,
  ollama,
  anthropic,
  openaiChat,
  nemo,
  textEmbedded,
];
