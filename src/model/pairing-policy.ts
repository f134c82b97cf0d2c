/** Where a result must stand for an endpoint to accept it, and what links it to its call. */
export interface PairingPolicy {
  /** What links call and result: ids, ids with order as fallback, names and order, or order alone. */
  readonly key: "id" | "id-or-order" | "name-order" | "order";
  /**
   * `next-sentence`: all results in the message right after the calls. `before-other-roles`: nothing but results between calls and
   * results. `before-next-assistant`: somewhere before the next assistant message. `anywhere-after`: the order is free.
   */
  readonly placement: "next-message" | "before-other-roles" | "before-next-assistant" | "anywhere-after";
  /** Consecutive messages of one role count as one. */
  readonly mergesRoles: boolean;
  /** A system message between calls and results is rejected like any other; absent: it is aside where roles are merged. */
  readonly systemBetween?: "refused";
  /** Results lead their message; other content follows. */
  readonly resultsFirst: boolean;
  /** Nothing but calls (and hosted blocks) after the first client call of an assistant message. */
  readonly callsLast: boolean;
  /**
   * The model writes no text after its calls: what it says in a later message of its own at the very end, it said without their results.
   * Absent: messages of its own may be pieces of one answer.
   */
  readonly assistantMayContinue?: boolean;
  /** Results of one turn may be spread over several messages. */
  readonly splitResults: boolean;
  /** A call may have several results (interim results, generators). */
  readonly severalResults: boolean;
  readonly nameMustMatch: boolean;
}
