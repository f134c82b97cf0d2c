import { batchLines } from "./batch.js";
import { cassettes } from "./cassette.js";
import { collections } from "./collections.js";
import { datasetRows } from "./dataset-row.js";
import type { Envelope } from "./envelope.js";
import { fakeResponses } from "./fake-responses.js";
import { httpArchive } from "./http-archive.js";
import { invocationLog } from "./invocation-log.js";
import { langfuse } from "./langfuse.js";
import { langsmith } from "./langsmith.js";
import { holders, lists } from "./lists.js";
import { mocks } from "./mocks.js";
import { nock } from "./nock.js";
import { ours } from "./ours.js";
import { answersAlone, pairs, weakPairs } from "./pair.js";
import { promptfoo } from "./promptfoo.js";
import { mlflowTrace, spanValues } from "./span-values.js";
import { countedRequests } from "./token-count.js";
import { weave } from "./weave.js";

/** Envelopes whose keys nothing else uses, the surest first. A list is opened by those of key `[]`, or item by item. */
export const sureEnvelopes: readonly Envelope[] = [
  ours,
  httpArchive,
  ...cassettes,
  invocationLog,
  ...nock,
  ...mocks,
  ...collections,
  ...batchLines,
  langsmith,
  ...langfuse,
  mlflowTrace,
  weave,
  promptfoo,
  ...pairs,
  ...countedRequests,
  fakeResponses,
];

/** Envelopes whose keys mean other things as well, the surest first: opened where no format is certain of the value as it is. */
export const weakEnvelopes: readonly Envelope[] = [...spanValues, ...datasetRows, ...weakPairs, ...answersAlone, ...holders, ...lists];
