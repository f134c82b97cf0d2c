// Chance for the benchmark: the same seed gives the same recordings.

const words = "the order was sent to a new address last week and its parcel has not arrived so we looked into how that could happen".split(
  " ",
);
const foreign = "café naïve Straße Übergröße 東京 配送 заказ доставка łódź 🚲 señor façade".split(" ");
const nouns = ["order", "invoice", "customer", "parcel", "ticket", "account", "payment", "address", "refund", "product"];
const verbs = ["get", "list", "update", "search", "create", "cancel"];

/** A source of numbers in [0, 1) (mulberry32), and what is drawn from it. */
export class Dice {
  #state;
  #serial = 0;

  constructor(seed) {
    this.#state = seed;
  }

  #next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(least, most) {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  chance(share) {
    return this.#next() < share;
  }

  pick(list) {
    return list[Math.floor(this.#next() * list.length)];
  }

  id(prefix) {
    return `${prefix}${(this.#serial++).toString(36).padStart(22, "0")}`;
  }

  /** A paragraph; 15 % of them are not ASCII. */
  prose(length) {
    const vocabulary = this.chance(0.15) ? [...words, ...foreign] : words;
    return Array.from({ length }, () => this.pick(vocabulary)).join(" ");
  }

  /** Lines of a program, as tools print them. */
  code(bytes) {
    let text = "";
    for (let line = 1; text.length < bytes; line++) {
      text += `${line}\t${"  ".repeat(line % 4)}const ${this.pick(nouns)}${line} = ${this.pick(verbs)}("${this.prose(6)}");\n`;
    }
    return text;
  }

  toolset(least = 6, most = 8) {
    return Array.from({ length: this.between(least, most) }, (_, index) => ({
      name: `${verbs[index % verbs.length]}_${this.pick(nouns)}_${index}`,
      description: this.prose(14),
      schema: this.#schema(),
    }));
  }

  #schema() {
    return {
      type: "object",
      properties: {
        id: { type: "integer", minimum: 1, description: this.prose(8) },
        email: { type: "string", maxLength: 200, description: this.prose(8) },
        status: { type: "string", enum: ["open", "sent", "closed"], description: this.prose(6) },
        tags: { type: "array", items: { type: "string" } },
        range: { type: "object", properties: { from: { type: "string" }, limit: { type: "integer", nullable: true } }, required: ["from"] },
      },
      required: ["id", "status"],
    };
  }

  /** Arguments that the schema allows. */
  #input() {
    return {
      id: this.between(1, 1e6),
      status: this.pick(["open", "sent", "closed"]),
      ...(this.chance(0.7) && { email: `${this.pick(nouns)}@example.com` }),
      ...(this.chance(0.5) && { tags: [this.pick(nouns), this.pick(words)] }),
      ...(this.chance(0.5) && { range: { from: "2026-01-01", limit: 20 } }),
    };
  }

  call(tools, result = this.prose(120)) {
    return { id: this.id("call_"), name: this.pick(tools).name, input: this.#input(), result };
  }

  /** A conversation on no wire yet. `calls`: least and most of a turn. `fault`: of the first call. */
  talk({ tools, turns = 2, calls = [1, 3], prose = 90, fault }) {
    const made = Array.from({ length: turns }, () => ({
      user: this.prose(prose),
      calls: Array.from({ length: this.between(...calls) }, () => this.call(tools)),
      answer: this.prose(prose),
    }));
    const first = made[0]?.calls[0];
    if (fault === "arguments") first.input.id = "none";
    if (fault === "name") first.name = "open_door";
    if (fault === "id") first.answers = this.id("call_");
    return { system: this.prose(prose), tools, turns: made };
  }
}
