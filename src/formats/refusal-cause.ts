import type { RefusalCause } from "../model/conversation.js";

/** What a recording holds of a refusal. */
export interface RefusalWords {
  /** Of the HTTP answer, where the recording has it. */
  readonly status: number | undefined;
  /** The provider's own sentence. */
  readonly message: string;
  /** What all layers of the body say in codes: `type`, `code`, `status`, names of exceptions, numbers. */
  readonly codes: readonly string[];
}

/** What a word or a code says: as `RefusalCause`, or that the service failed, which may hide a refusal of the request. */
type Hint = RefusalCause | "service";

/**
 * Statuses whose cause lies elsewhere, whatever the words are. 403 and 404 are not among them: stored items and endpoints without tools
 * are rejected with them too, see `byWords`.
 *
 * Source: error pages of OpenAI, Anthropic, Google, AWS Bedrock, Mistral, OpenRouter and LiteLLM, read 2026-12.
 */
const elsewhereStatuses: ReadonlySet<number> = new Set([
  ...[401, 402, 405, 406, 407, 408, 409, 410, 411, 413, 415, 421, 423, 425, 426, 428, 429, 431, 451, 499],
]);

/** Statuses that messages and tools cause now and then: the words have to name them. */
const byWords: ReadonlySet<number> = new Set([403, 404]);

/** Codes of providers, gateways and SDKs, in lower case without anything between letters and digits; the surest come first. */
const codeGroups: readonly (readonly [Hint, readonly string[]])[] = [
  ["filtered", ["contentfilter", "contentpolicyviolation", "contentpolicyviolationerror", "responsibleaipolicyviolation"]],
  ["filtered", ["datainspectionfailed", "guardrailintervened", "moderationblocked", "cyberpolicyviolation"]],
  // Keys and permissions.
  ["elsewhere", ["invalidapikey", "incorrectapikey", "apikeyinvalid", "authenticationerror", "autherror", "invalidauthentication"]],
  ["elsewhere", ["unauthorized", "unauthenticated", "permissionerror", "permissiondenied", "permissiondeniederror", "accessdenied"]],
  ["elsewhere", ["accessdeniedexception", "forbidden", "unrecognizedclientexception", "expiredtoken", "expiredtokenexception"]],
  ["elsewhere", ["invalidsignatureexception", "missingauthenticationtoken", "missingauthenticationtokenexception", "tokenexpired"]],
  ["elsewhere", ["accountdeactivated", "invalidorganization", "servicedisabled", "iampermissiondenied", "apikeyserviceblocked"]],
  ["elsewhere", ["unsupportedcountryregionterritory", "failedprecondition", "optinrequired", "notauthorized"]],
  // Quota, rates and bills.
  ["elsewhere", ["insufficientquota", "quotaexceeded", "exceededcurrentquotaerror", "ratelimitexceeded", "ratelimiterror"]],
  ["elsewhere", ["ratelimitreached", "ratelimitreachederror", "toomanyrequests", "toomanyrequestsexception", "resourceexhausted"]],
  ["elsewhere", ["throttlingexception", "throttling", "throttled", "servicequotaexceededexception", "limitexceededexception"]],
  ["elsewhere", ["billingerror", "billingnotactive", "billinghardlimitreached", "insufficientbalance", "insufficientcredits"]],
  ["elsewhere", ["insufficientfunds", "paymentrequired", "usagelimitreached", "usagenotincluded", "arrearage", "budgetexceedederror"]],
  // Models.
  ["elsewhere", ["modelnotfound", "modelnotfounderror", "deploymentnotfound", "modelnotavailable", "modelnotsupported"]],
  ["elsewhere", ["unsupportedmodel", "invalidmodel", "unknownmodel", "modelnotready", "modelnotreadyexception", "nosuchmodel"]],
  ["elsewhere", ["resourcenotfoundexception", "modeldecommissioned", "modeldeprecated", "modelnotactive", "operationnotsupported"]],
  // Sizes.
  ["elsewhere", ["contextlengthexceeded", "contextwindowexceedederror", "contextlengthexceedederror", "exceedcontextsizeerror"]],
  ["elsewhere", ["requesttoolarge", "payloadtoolarge", "requestentitytoolarge", "contenttoolarge", "tokenslimitreached"]],
  ["elsewhere", ["maxtokensexceeded", "inputtoolong", "prompttoolong", "imagetoolarge"]],
  // A live session goes on after them.
  ["elsewhere", ["responsecancelnotactive", "conversationalreadyhasactiveresponse", "inputaudiobuffercommitempty", "sessionexpired"]],
  ["request", ["invalidrequesterror", "invalidrequest", "badrequest", "badrequesterror", "invalidargument", "validationexception"]],
  ["request", ["validationerror", "invalidparameter", "invalidparametererror", "invalidvalue", "invalidtype", "unprocessableentity"]],
  ["request", ["unprocessableentityerror", "missingrequiredparameter", "stringabovemaxlength", "arrayabovemaxlength", "emptyarray"]],
  ["request", ["invalidfunctionparameters", "invalidfunctioncall", "invalidrequestmessageorder", "toolusefailed", "invalidtoolcallid"]],
  ["request", ["invalidjsonschema", "previousresponsenotfound", "unsupportedparameter"]],
  ["service", ["apierror", "apiconnectionerror", "servererror", "internalservererror", "internalerror", "internal", "overloaded"]],
  ["service", ["internalserverexception", "overloadederror", "engineoverloadederror", "serviceunavailable", "unavailable", "timeout"]],
  ["service", ["serviceunavailableexception", "serviceunavailableerror", "timeouterror", "apitimeouterror", "requesttimeout"]],
  ["service", ["modeltimeoutexception", "deadlineexceeded", "badgateway", "gatewaytimeout", "cancelled", "slowdown"]],
];

const ranks = new Map(codeGroups.flatMap(([hint, codes], rank) => codes.map((code) => [code, { hint, rank }] as const)));

/** Words that tell of a cause elsewhere, as providers write them. What they quote, and paths into the request, are left out. */
const elsewhere: readonly RegExp[] = [
  // Keys and permissions.
  /\bapi[ _-]?keys?\b|\bunauthori[sz]ed\b|\bnot authori[sz]ed\b|\bauthenticat(?:e|ed|ion)\b|\bsecurity token\b|^\W*forbidden\b/i,
  /\b(?:invalid|missing|no|expired|valid|provide[ds]?|load) (?:default )?credentials?\b|\baccess (?:is )?denied\b|\bpermission denied\b/i,
  /\b(?:don't|do not|does not|doesn't) have (?:access|permission)|\btoken (?:has |is )?(?:expired|invalid)\b|\buser location is not\b/i,
  /\bidentity verification\b|\borgani[sz]ation must be verified\b/i,
  // Quota, rates and bills.
  /\brate[ _-]?limit|\bquota\b|\btoo many requests\b|\bthrottl|\bcredit balance\b|\bbilling\b|\bpayment (?:required|method|is)\b/i,
  /\busage limits?\b|\bspend(?:ing)? limit|\binsufficient (?:balance|funds?|credits?)\b|\b(?:more|enough|out of) credits\b/i,
  /\b(?:tokens?|requests) per (?:second|min|minute|hour|day)\b/i,
  // Models. That a model takes no tools, no prefill and no images is another matter.
  /\bmodels?\b(?:(?!\. |tool).){0,120}\b(?:not found|(?:does|do)(?: not|n't) exist|not exist|is not available|is unavailable|no longer available)\b/i,
  /\bmodels?\b(?:(?!\. |tool).){0,80}\b(?:has been|have been|is|was|been) (?:deprecated|retired|decommissioned|shut down|removed)\b/i,
  /\b(?:unknown|no such|invalid|unsupported|unrecognized) model\b|\bmodel identifier is invalid\b|\bis not a valid model\b|\bnot a chat model\b/i,
  /\bdeployment\b(?:(?!\. ).){0,80}\b(?:not found|does not exist)\b|\bon-demand throughput\b|\bonly supported in v1\//i,
  // Sizes of the whole, and of media.
  /\bcontext[ _-](?:length|window|size|limit)|\bmaximum context\b|\b(?:prompt|input|request|conversation) (?:is )?too (?:long|large|big)\b/i,
  /\b(?:request|payload|body|image|file|audio|document|content length)\b(?:(?!\. ).){0,60}\btoo (?:large|big)\b|\bentity too large\b/i,
  /\binput (?:token count|tokens?)\b(?:(?!\. ).){0,80}\bexceed|\btoo many (?:input |total )?tokens\b|\bmaximum (?:allowed )?(?:number of )?(?:input |output )?tokens\b/i,
  /\breduce the length of\b|\bimages? exceeds?\b|\bimage dimensions exceed\b|\brequest (?:size )?exceeds\b|\btokens? > \d+ maximum\b/i,
  /\bmax(?:imum)? (?:file )?size\b|\bmaximum of \d+ (?:PDF )?pages\b|\bbytes?\b(?:(?!\. ).){0,40}\bexceeds?\b/i,
  // The service, and the model's own choice.
  /\boverloaded\b|\btimed? ?out\b|\btry again later\b|\btemporarily unavailable\b|\binternal (?:server )?error\b/i,
  /\bconnection (?:error|refused|reset)\b|\bdid not call a tool\b/i,
];

/** Parameters of a request that are neither messages nor tools: a refusal that begins with one is about it. */
const sampling =
  /^\W*(?:(?:unsupported|unknown|unrecognized|invalid|missing|extra)[\w ]{0,40}:?\s*)?(?:['"`](?:n|seed|stop|stream|user|store|metadata|verbosity|temperature|reasoning(?:\.effort)?)['"`]|['"`]?\b(?:temperature|top_?[pk]|stop_sequences|max_?(?:completion_|output_|new_)?tokens|(?:top_)?logprobs|logit_bias|presence_penalty|frequency_penalty|service_tier|safety_identifier|stream_options|reasoning_effort|(?:thinking\.)?budget_tokens)\b)/i;

const filtered =
  /\bcontent (?:management|filter(?:ing)?|policy)\b|\bresponsible ai\b|\busage policy\b|\bwas flagged\b|\bmay contain inappropriate\b/i;

/** Words that speak of messages, calls, results or declarations. */
const ours =
  /\btools?\b|tool_|_tools?\b|\btool(?:Use|Result|Spec|Config|Choice)|\bfunction[ _]?(?:call|response|declaration|name)|\bfunctions?\[|call_id|input_schema|\bschemas?\b|thought_signature|failed_generation|\bmessages?(?:\[|\.\d|\.\[|\b[^.]{0,40}\b(?:role|must|content|order))|\bcontents?\[|\binput\[|\brole\b|\breasoning_content\b|\bthinking blocks?\b|\bprefill\b|cache_control/i;

/** Words that speak of them where what is missing is usually something else. */
const surelyOurs = /\btools?\b|tool_|\bfunction[ _]?call|\bitem with id\b|\bno endpoints found that support\b/i;

/** What a refusal of a provider is called inside the error of a server before it. */
const wrapped =
  /\b(?:BadRequestError|UnprocessableEntityError|ValidationException|invalid_request_error|INVALID_ARGUMENT)\b|\berror code: 4(?:00|22|24)\b/i;

/**
 * Where the cause of a refusal lies. Statuses and codes decide before words do; a refusal of the request (400, 422, 424) is the request's
 * where nothing says otherwise. An error without a status, or one of the server, has to speak of messages or tools.
 */
export function refusalCause({ status, message, codes }: RefusalWords): RefusalCause {
  const numbers = [status, ...codes.map(statusIn)].filter((number) => number !== undefined);
  if (numbers.some((number) => elsewhereStatuses.has(number))) return "elsewhere";
  const hint = surestHint(codes);
  if (hint === "elsewhere" || hint === "filtered") return hint;
  if (filtered.test(message)) return "filtered";
  const said = withoutQuotes(message);
  if (sampling.test(message) || elsewhere.some((words) => words.test(said))) return "elsewhere";
  if (numbers.some((number) => byWords.has(number))) return surelyOurs.test(message) ? "request" : "elsewhere";
  const isClientError = numbers.some((number) => number >= 400 && number < 500);
  if (hint !== "service" && (isClientError || (hint === "request" && status === undefined))) return "request";
  return ours.test(message) || wrapped.test(message) ? "request" : "elsewhere";
}

/** What the code that is first in the table says. */
function surestHint(codes: readonly string[]): Hint | undefined {
  let best: { readonly hint: Hint; readonly rank: number } | undefined;
  for (const code of codes) {
    const known = ranks.get(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
    if (known !== undefined && (best === undefined || known.rank < best.rank)) best = known;
  }
  return best?.hint;
}

/** An HTTP status that a body repeats as its code. Codes of other kinds (Mistral's 3230) are longer. */
function statusIn(code: string): number | undefined {
  return /^[45]\d\d$/.test(code) ? Number(code) : undefined;
}

/** The provider's own words: a tool may be called "payment", and a property "quota". */
function withoutQuotes(message: string): string {
  return message
    .replaceAll(/(?<![\p{L}\d])(['"`])[^'"`]{0,200}\1(?![\p{L}\d])/gu, " ")
    .replaceAll(/\b[\w-]+(?:\.[\w-]+|\[\d+\])*(?:\.[a-z_]\w*|\[\d+\])(?![\w.])/g, " ");
}
