// Conversations of the benchmark on their wires.

const answerTo = ({ id, answers = id }) => answers;

function chatCall({ id, name, input }) {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
}

export function chat({ system, tools, turns }) {
  const messages = [{ role: "system", content: system }];
  for (const { user, calls, answer } of turns) {
    messages.push({ role: "user", content: user });
    if (calls.length > 0) messages.push({ role: "assistant", content: null, tool_calls: calls.map(chatCall) });
    for (const call of calls) messages.push({ role: "tool", tool_call_id: answerTo(call), content: call.result });
    messages.push({ role: "assistant", content: answer });
  }
  const declared = tools.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
  return { model: "gpt-5-mini", ...(tools.length > 0 && { tools: declared }), messages };
}

export function anthropic({ system, tools, turns }) {
  const messages = [];
  for (const { user, calls, answer } of turns) {
    messages.push({ role: "user", content: user });
    if (calls.length > 0) {
      const uses = calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
      messages.push({ role: "assistant", content: [{ type: "text", text: answer.slice(0, 200) }, ...uses] });
      messages.push({
        role: "user",
        content: calls.map((call) => ({ type: "tool_result", tool_use_id: answerTo(call), content: call.result })),
      });
    }
    messages.push({ role: "assistant", content: answer });
  }
  const declared = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
  return { model: "claude-sonnet-4-5", max_tokens: 4096, system, tools: declared, messages };
}

export function gemini({ system, tools, turns }) {
  const contents = [];
  for (const { user, calls, answer } of turns) {
    contents.push({ role: "user", parts: [{ text: user }] });
    if (calls.length > 0) {
      contents.push({ role: "model", parts: calls.map(({ name, input }) => ({ functionCall: { name, args: input } })) });
      contents.push({
        role: "user",
        parts: calls.map(({ name, result }) => ({ functionResponse: { name, response: { output: result } } })),
      });
    }
    contents.push({ role: "model", parts: [{ text: answer }] });
  }
  const functionDeclarations = tools.map(({ name, description, schema }) => ({ name, description, parameters: schema }));
  return { systemInstruction: { parts: [{ text: system }] }, tools: [{ functionDeclarations }], contents };
}

/** A request of the Responses API, and its answer as the events of a stream: half as a proxy writes them, half as text. */
export function responses({ system, tools, turns }, isText) {
  const input = [{ role: "developer", content: system }];
  const ends = turns.length - 1;
  for (const [index, { user, calls, answer }] of turns.entries()) {
    input.push({ role: "user", content: user });
    if (index === ends) break;
    for (const { id, name, input: made } of calls) {
      input.push({ type: "function_call", call_id: id, name, arguments: JSON.stringify(made) });
    }
    for (const call of calls) input.push({ type: "function_call_output", call_id: answerTo(call), output: call.result });
    input.push({ role: "assistant", content: answer });
  }
  const declared = tools.map(({ name, description, schema }) => ({
    type: "function",
    name,
    description,
    parameters: schema,
    strict: false,
  }));
  const events = responseEvents(turns[ends]);
  const response = isText
    ? events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join("")
    : events.map((data) => ({ event: data.type, data }));
  return {
    request: { model: "gpt-4.1", stream: true, input, tools: declared },
    url: "https://api.openai.com/v1/responses",
    status: 200,
    response,
  };
}

function responseEvents({ calls, answer }) {
  const events = [];
  const add = (type, rest) => events.push({ type: `response.${type}`, sequence_number: events.length, ...rest });
  const head = { id: "resp_1", object: "response", model: "gpt-4.1" };
  add("created", { response: { ...head, status: "in_progress", output: [] } });
  const message = { id: "msg_1", type: "message", role: "assistant" };
  add("output_item.added", { output_index: 0, item: { ...message, status: "in_progress", content: [] } });
  const part = { type: "output_text", annotations: [] };
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  add("content_part.added", { ...place, part: { ...part, text: "" } });
  for (const [delta] of answer.matchAll(/\S+\s*/g)) add("output_text.delta", { ...place, delta });
  add("output_text.done", { ...place, text: answer });
  add("content_part.done", { ...place, part: { ...part, text: answer } });
  const output = [{ ...message, status: "completed", content: [{ ...part, text: answer }] }];
  add("output_item.done", { output_index: 0, item: output[0] });
  for (const [index, { id, name, input }] of calls.entries()) {
    const at = { output_index: index + 1, item_id: `fc_${id}` };
    const item = { id: at.item_id, type: "function_call", call_id: id, name };
    const text = JSON.stringify(input);
    add("output_item.added", { output_index: at.output_index, item: { ...item, status: "in_progress", arguments: "" } });
    for (const [delta] of text.matchAll(/.{1,4}/g)) add("function_call_arguments.delta", { ...at, delta });
    add("function_call_arguments.done", { ...at, arguments: text });
    output.push({ ...item, status: "completed", arguments: text });
    add("output_item.done", { output_index: at.output_index, item: output.at(-1) });
  }
  add("completed", { response: { ...head, status: "completed", output } });
  return events;
}

/** The requests of an agent, each with its answer: what a recording proxy sees. */
function exchanges(talk) {
  return talk.turns.map(({ calls, answer }, index) => {
    const request = chat({ ...talk, turns: talk.turns.slice(0, index) });
    request.messages.push({ role: "user", content: talk.turns[index].user });
    const message = { role: "assistant", content: answer, ...(calls.length > 0 && { tool_calls: calls.map(chatCall) }) };
    const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }];
    return [JSON.stringify(request), JSON.stringify({ id: `chatcmpl-${index}`, object: "chat.completion", model: "gpt-5-mini", choices })];
  });
}

const endpoint = "https://api.openai.com/v1/chat/completions";
const mimeType = "application/json";

export function har(talk) {
  const entries = exchanges(talk).map(([request, response]) => ({
    startedDateTime: "2026-11-01T10:00:00Z",
    time: 5,
    request: { method: "POST", url: endpoint, headers: [{ name: "content-type", value: mimeType }], postData: { mimeType, text: request } },
    response: { status: 200, statusText: "", headers: [], content: { size: response.length, mimeType, text: response } },
  }));
  return JSON.stringify({ log: { version: "1.2", creator: { name: "bench", version: "1" }, entries } }, null, 1);
}

/** As vcrpy writes cassettes: bodies in single quotes, folded. */
export function cassette(talk) {
  const folded = (text, indent) => `'${text.replaceAll("'", "''").replaceAll(/(.{60,80}\S) (?=\S)/g, `$1\n${indent}`)}'`;
  return `interactions:\n${exchanges(talk)
    .map(
      ([request, response]) => `- request:
    body: ${folded(request, "      ")}
    headers:
      content-type:
      - ${mimeType}
    method: POST
    uri: ${endpoint}
  response:
    body:
      string: ${folded(response, "        ")}
    headers:
      Content-Type:
      - ${mimeType}
    status:
      code: 200
      message: OK
`,
    )
    .join("")}version: 1\n`;
}

/** A session of Claude Code: a line for each message, results twice. */
export function sessionLog({ turns }, sessionId) {
  const lines = [];
  const add = (type, message, rest) => {
    const number = (count) => `${String(count).padStart(8, "0")}-0000-4000-8000-${sessionId}`;
    const common = { isSidechain: false, userType: "external", cwd: "/home/mia/shop", sessionId, version: "2.1.170", gitBranch: "main" };
    const uuid = number(lines.length + 1);
    const parentUuid = lines.length === 0 ? null : number(lines.length);
    lines.push(JSON.stringify({ parentUuid, ...common, type, message, ...rest, uuid, timestamp: "2026-05-04T09:00:01.000Z" }));
  };
  const answer = (id, content, stop_reason) =>
    add(
      "assistant",
      { id, type: "message", role: "assistant", model: "claude-opus-4-6", content: [content], stop_reason },
      { requestId: id },
    );
  for (const { user, calls, answer: text } of turns) {
    add("user", { role: "user", content: user });
    for (const { id, input, result } of calls) {
      answer(`msg_${id}`, { type: "tool_use", id, name: "Read", input: { file_path: `src/${input.id}.ts` } }, "tool_use");
      const file = { filePath: `src/${input.id}.ts`, content: result, startLine: 1 };
      add(
        "user",
        { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: result }] },
        { toolUseResult: { type: "text", file } },
      );
    }
    answer(`msg_${lines.length}`, { type: "text", text }, "end_turn");
  }
  return `${lines.join("\n")}\n`;
}
