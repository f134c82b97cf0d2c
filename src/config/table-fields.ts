import type {
  CallPiece,
  FinishWords,
  FormatTable,
  InlineResult,
  MessagePiece,
  OtherPiece,
  Piece,
  PiecePlace,
  Pieces,
  ResultPiece,
  RoleWords,
  TableAnswer,
  TableClaim,
  TurnWords,
  UnreadableWords,
} from "../formats/table/table.js";
import type { JsonObject } from "../json/value.js";
import type { FinishReason, Role } from "../model/conversation.js";
import { profiles } from "../profiles/index.js";
import { quote } from "../text/quote.js";
import { condition, places, wholeCondition } from "./condition-fields.js";
import { choice, type Field, flag, text } from "./fields.js";
import { definedAs, demanding, exactly, manyOf, may, must, oneOfKinds, recordOf, shapeOf, singleOrMany, textOr } from "./shape.js";

const pieces: Field<Pieces> = definedAs("pieces", () => wholePieces);
const piece: Field<Piece> = definedAs("piece", () => wholePiece);

const sentencePart = text("words");
const role: Field<Role> = choice(["assistant", "system", "tool", "user"]);
const reason: Field<FinishReason> = choice(["stop", "length", "tool_calls", "content_filter", "error", "other"]);
const finish = shapeOf<FinishWords>({
  at: must(places, "Where the reason is why the model stopped", "it says where the reason is"),
  words: must(recordOf(reason), "What its words mean", "it says what the words mean"),
});

const roleWords = shapeOf<RoleWords>({
  at: must(places, "Where the word for the role is", "it says where the role is"),
  words: must(recordOf(role), "What the words mean; `*` at the end of a word matches all that begin so", "it says what the words mean"),
  anyCase: may(flag, "However it is written: `Assistant` is `assistant`"),
  otherwise: may(role, "The role of all other words; left out: they are reported"),
  guess: may(
    manyOf(
      shapeOf<NonNullable<RoleWords["guess"]>[number]>({
        role: must(role, "The role", "it is the role that is guessed"),
        if: must(condition, "What the message shows", "it says when this role is guessed"),
      }),
    ),
    "What a message with a word that is reported is taken for, the first that fits",
  ),
});

const anywhere = {
  at: may(places, "Where it is in the value that has its kind; left out: it is the value"),
  if: may(condition, "It is read only where the value that has its kind shows this"),
  needed: may(sentencePart, "Where nothing is there, that is reported"),
};

const inlineResult = shapeOf<InlineResult>({
  from: may(
    choice(["entry", "conversation"]),
    "`entry`, `conversation`: its places are seen from there; left out: from the call's own record",
  ),
  byId: may(flag, "What is at `content` is an object that holds the results of calls under their ids"),
  id: may(places, "Where the id of the call is beside the result"),
  content: must(places, "Where its content is", "it says where the content of the result is"),
  isError: may(condition, "What shows that it failed"),
  if: may(condition, "Where there is one, be it without content; left out: where it has content"),
});

const unreadable = shapeOf<UnreadableWords>({
  at: must(places, "Where the words are", "it says where the words are"),
  if: may(condition, "When they count"),
  message: must(sentencePart, "What is said of them", "it is what the finding says"),
  fix: may(sentencePart, "What to do about it"),
});

const turn = shapeOf<TurnWords>({
  if: may(condition, "What the message shows"),
  id: may(places, "Pieces of one answer have the same value there"),
});

type BareKind = "text" | "nothing" | "stop" | "openai-call" | "openai-function-call" | "written-calls";

const bare = (is: BareKind): Field<Piece> =>
  shapeOf<{ readonly is: BareKind } & PiecePlace>({ is: must(exactly(is), "What it is", "it says what it is"), ...anywhere });

const noted = (is: OtherPiece["is"]): Field<Piece> =>
  shapeOf<OtherPiece & PiecePlace>({
    is: must(exactly(is), "What it is", "it says what it is"),
    type: may(sentencePart, "What it is called; left out: its `type`, or the word or key of its kind"),
    ...anywhere,
  });

const message: Field<Piece> = shapeOf<MessagePiece & PiecePlace>({
  is: must(exactly("message"), "What one side said", "it says what it is"),
  role: must(textOr(role, roleWords), "The role, or where the word for it is", "it says who speaks"),
  content: may(places, "Text, a list of texts, or a list of parts"),
  parts: may(pieces, "How the parts of its content are distinguished"),
  needsParts: may(flag, "Content that is neither text nor a list does not fit"),
  beside: may(manyOf(piece), "What is beside the content: calls, results, texts"),
  finish: may(finish, "Why the model stopped"),
  broken: may(condition, "Where it was broken off"),
  brokenBy: may(condition, "The same, seen from the entry after it"),
  opensTurn: may(turn, "Where a message of the assistant is an answer of its own"),
  joins: may(places, "It goes on with the message directly before it, where both have the same value there"),
  ...anywhere,
});

const call: Field<Piece> = shapeOf<CallPiece & PiecePlace>({
  is: must(exactly("call"), "A call", "it says what it is"),
  id: may(places, "Where its id is"),
  name: must(places, "Where the name of the tool is", "a call without a name cannot be checked"),
  arguments: must(places, "Where its arguments are: an object, or JSON text", "it says where the arguments are"),
  container: may(choice(["string", "object"]), "`string`: JSON text; `object`; left out: either"),
  type: may(places, "Where its type is; left out: it is a function"),
  text: may(condition, "Where its arguments are free text: code, a query"),
  unjudged: may(sentencePart, 'Why its arguments are not judged, whatever they are: finishes "because …"'),
  unjudgedIf: may(condition, "Where they are not judged; left out: nowhere"),
  unreadable: may(unreadable, "Where the recorder says why it could not read the arguments"),
  hosted: may(condition, "Where the provider runs it"),
  partial: may(condition, "Where it was still being written"),
  settled: may(condition, "Where no result is owed: cancelled, denied"),
  settledIn: may(condition, "The same, seen from the entry"),
  idOptional: may(condition, "Where it may come without an id"),
  record: may(places, "The id of its entry, by which a result may name it"),
  result: may(inlineResult, "The result that is kept with it"),
  ...anywhere,
});

const result: Field<Piece> = shapeOf<ResultPiece & PiecePlace>({
  is: must(exactly("result"), "A result", "it says what it is"),
  id: may(places, "Where the id of its call is; a place with `*` makes a result for each"),
  name: may(places, "Where the name of the tool is"),
  content: must(places, "Where its content is", "it says where the content is"),
  isError: may(condition, "What shows that it failed"),
  structured: may(places, "Where its structured content is"),
  hosted: may(condition, "Where the provider ran the call"),
  standalone: may(condition, "Where it answers no call: what a terminal shows"),
  idOptional: may(condition, "Where it may come without an id"),
  record: may(places, "Where it names the entry of its call, which counts where it has no id"),
  ...anywhere,
});

const pieceMembers = {
  by: may(places, "Where the word is that names the kind; left out: the kind is the first key of `kinds` that the value has"),
  kinds: may(recordOf(singleOrMany(piece)), "What each kind is; `*` at the end of a word matches all that begin so"),
  needsKind: may(flag, "A value without the word does not fit; left out: it is a warning"),
  others: may(flag, "All other kinds are neither text nor calls nor results, and known; left out: they are a warning"),
  each: may(manyOf(piece), "What is read of each value whatever its kind"),
};

const wholePieces = demanding(
  shapeOf<Pieces>(pieceMembers),
  { anyOf: [{ required: ["kinds"] }, { required: ["each"] }] },
  ({ kinds, each }) =>
    kinds === undefined && each === undefined ? 'Nothing is read here: say what is under "kinds" or "each"' : undefined,
);

const inner: Field<Piece> = shapeOf<{ readonly is: "pieces" } & Pieces & PiecePlace>({
  is: must(exactly("pieces"), "Entries inside an entry", "it says what it is"),
  ...pieceMembers,
  ...anywhere,
});

/** Every kind of piece: one that the type has and this lacks does not compile. */
const kindsOfPieces: Readonly<Record<Piece["is"], Field<Piece>>> = {
  message,
  call,
  result,
  text: bare("text"),
  thinking: noted("thinking"),
  other: noted("other"),
  pieces: inner,
  nothing: bare("nothing"),
  stop: bare("stop"),
  "openai-call": bare("openai-call"),
  "openai-function-call": bare("openai-function-call"),
  "written-calls": bare("written-calls"),
};

const wholePiece = oneOfKinds<Piece>("is", kindsOfPieces, choice(Object.keys(kindsOfPieces)), "it says what the value is");

/** What the fields of a table refer to, for the JSON Schema around them. */
export const tableDefinitions: JsonObject = { condition: wholeCondition.schema, pieces: wholePieces.schema, piece: wholePiece.schema };

const claim = shapeOf<TableClaim>({
  because: must(sentencePart, 'Finishes the sentence "read as X because it …"', "it says why the file is read with this table"),
  document: may(condition, "What the document around the entries shows"),
  conversation: may(condition, "What the first conversation shows"),
  some: may(condition, "What at least one entry shows"),
  every: may(condition, "What every entry shows; with `some`, up to the first that shows that"),
  sure: may(flag, "`false`: other formats may know better"),
});

const answer = shapeOf<TableAnswer>({
  entries: must(places, "Where its messages are, seen from the response", "it says where the messages are"),
  inDocument: may(flag, "Documents without a response beside them may be one, or hold what it holds"),
  finish: may(finish, "Why the model stopped, seen from the response"),
});

const harness = shapeOf<NonNullable<FormatTable["harness"]>>({
  log: may(flag, "A harness with tools of its own wrote it, so that an undeclared tool weighs less"),
  results: may(choice(["kept", "none"]), "`none`: results are never kept"),
});

/** Id of a format, as it is written on the command line. */
export const formatId: Field<string> = {
  schema: { type: "string", pattern: "^[a-z0-9][a-z0-9-]*$" },
  read(node, report) {
    const id = text("an id").read(node, report);
    if (id === undefined || /^[a-z0-9][a-z0-9-]*$/.test(id)) return id;
    const meant = id
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
    const hint = meant === "" ? "" : `, did you mean ${quote(meant)}?`;
    return void report({ at: node, message: `Id ${quote(id)} must consist of lower-case letters, digits and hyphens${hint}` });
  },
};

/** A format as a table: of the very type that the tables of built-in formats have. */
export const tableField: Field<FormatTable> = shapeOf<FormatTable>({
  id: must(formatId, "What `--format` and reports call it", "reports call the format by it"),
  title: must(text("a title"), "What it is, for people", "people know the format by it"),
  source: must(text("a source"), "Who writes these logs", "whoever reads this later must know where such logs come from"),
  profile: may(
    choice(profiles.map(({ id }) => id)),
    "The endpoint whose rules apply where the recording names neither host nor model; left out: `framework`",
  ),
  claims: must(
    manyOf(claim, 1),
    "What shows that a document is of this format. One is enough",
    "it says which files are read with the table",
  ),
  conversations: may(places, "Where conversations are in a document (`*` in a list of them); left out: it is one"),
  inner: may(places, "Conversations of the same shape inside a conversation: sub-agents"),
  entries: may(places, "Where the list of entries is in a conversation; left out: the conversation is the list"),
  answer: may(answer, "What came back, where it is kept apart from what was sent"),
  repeatsHistory: may(flag, "Each conversation begins with the one before it and goes on: what another one repeats is not read again"),
  groupBy: may(places, "The entries of one conversation have the same value there"),
  read: must(
    textOr(exactly("openai-chat"), pieces),
    "How entries are distinguished; `openai-chat`: they are messages of OpenAI's chat API",
    "it says what the entries hold",
  ),
  tools: may(places, "Lists of declarations in any dialect, seen from the document or the conversation"),
  model: may(places, "Where the model is named, seen from the conversation, the document, or an entry"),
  toolChoice: may(places, "Where a request says whether the model must call: `auto`, `none`, `required`"),
  request: may(condition, "What shows that a document is a request as it was sent"),
  historyCut: may(condition, "What one of the first two entries shows where the history before them was left out"),
  dataset: may(flag, "A training or benchmark set: each conversation is judged as a sample"),
  harness: may(harness, "Who wrote the log"),
  idsOptional: may(flag, "Calls and results may come without an id"),
  numberIds: may(flag, "Ids may be numbers"),
});
