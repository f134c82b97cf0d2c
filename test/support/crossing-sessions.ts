const tools = [
  {
    type: "function",
    function: { name: "book_table", parameters: { type: "object", properties: { seats: { type: "integer" } }, required: ["seats"] } },
  },
];

/** One request of a client, with the model's answer: the history is what was said so far. The second call of each guest is wrong. */
function exchange(guest: number, turns: number): string {
  const messages: object[] = [{ role: "user", content: `Guest ${guest}: ${"a table, please. ".repeat(40)}` }];
  const said = (turn: number) => {
    const called = { name: "book_table", arguments: `{"seats":${turn === 1 ? '"two"' : turn}}` };
    return { role: "assistant", content: null, tool_calls: [{ id: `call_${guest}_${turn}`, type: "function", function: called }] };
  };
  for (let turn = 0; turn < turns; turn++) {
    messages.push(said(turn), { role: "tool", tool_call_id: `call_${guest}_${turn}`, content: "booked" });
  }
  const response = { object: "chat.completion", model: "m", choices: [{ index: 0, message: said(turns), finish_reason: "tool_calls" }] };
  return JSON.stringify({ request: { model: "m", tools, messages }, response });
}

/** A log of guests who talk at the same time: their sessions cross each other, and any border of parts. */
export function crossingSessions(guests: number): string {
  const lines = [0, 1, 2].flatMap((turns) => Array.from({ length: guests }, (_, guest) => exchange(guest, turns)));
  return `${lines.join("\n")}\n`;
}

/** A conversation with one call to a tool. */
export function smallTranscript(name: string): string {
  const call = { id: "c", type: "function", function: { name, arguments: "{}" } };
  const answered = [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c", content: "ok" },
  ];
  return JSON.stringify({ tools, messages: [{ role: "user", content: name }, ...answered] });
}
