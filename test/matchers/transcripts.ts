/** A call as OpenAI's chat has it. */
export function call(id: string, name: string, args: unknown): object {
  return { id, type: "function", function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) } };
}

/** A turn of the assistant with calls. */
export function turn(...calls: readonly object[]): object {
  return { role: "assistant", content: null, tool_calls: calls };
}

/** The result of a call. */
export function result(id: string, content: string): object {
  return { role: "tool", tool_call_id: id, content };
}

/** What the user says. */
export function user(content: string): object {
  return { role: "user", content };
}

/** Two searches, then a booking beside a message. */
export const trip: readonly object[] = [
  user("Find me a train to Lyon and book it."),
  turn(call("call_1", "search_trains", { to: "Lyon", seats: 1 })),
  result("call_1", "[]"),
  turn(call("call_2", "search_trains", { to: "Lyon", seats: 1, when: { day: "friday", hour: 9 } })),
  result("call_2", '[{"train":6607}]'),
  turn(call("call_3", "book_train", { train: 6607 }), call("call_4", "send_note", { text: "booked" })),
  result("call_3", "ok"),
  result("call_4", "sent"),
  { role: "assistant", content: "Train 6607 is booked." },
];
