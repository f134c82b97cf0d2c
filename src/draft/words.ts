import type { Role } from "../model/conversation.js";

/** Words that people call something by, with how much each speaks for it. */
type Vocabulary = ReadonlyMap<string, number>;

function vocabulary(...tiers: readonly (readonly [number, string])[]): Vocabulary {
  return new Map(tiers.flatMap(([weight, words]) => words.split(" ").map((word) => [folded(word), weight] as const)));
}

/** Keys of the name of the tool that was called. */
export const nameKeys = vocabulary(
  [4, "n f do method command cmd operation op action actionname intent procedure api endpoint aktion accion action_type befehl operacion"],
  [6, "name called nombre nom nome naam"],
  [
    8,
    "fn func callee function funktion fonction funcion funcao funzione functionname fnname function_name funcname skill capability plugin",
  ],
  [
    10,
    "tool toolname tool_name tool_id werkzeug werkzeugname outil nom_outil herramienta ferramenta strumento verktyg narzedzie gereedschap",
  ],
  [10, "инструмент 工具 ツール"],
);

/** Keys of the arguments of a call. */
export const argumentKeys = vocabulary(
  [4, "p a payload request req data body query values vars variables fields slots entities details attributes props"],
  [7, "input inputs in given with using options opts eingabe eingaben entrada entree anfrage"],
  [10, "arguments args kw toolinput tool_input action_input toolargs tool_arguments kwargs params param parameters parameter"],
  [10, "argumente argumentos parametros parametres parametri argomenti invoer parametry параметры аргументы 参数 引数"],
);

/** Keys of what a tool gave back. */
export const resultKeys = vocabulary(
  [3, "c t content data body payload value text message details"],
  [6, "r o response resp answer reply res antwort respuesta reponse risposta rueckgabe"],
  [
    8,
    "observation gave got yielded result results output outputs out returned returns return ret return_value tooloutput tool_output toolresult tool_result",
  ],
  [8, "ergebnis resultado resultat risultato sortie salida saida ausgabe beobachtung observacion uitvoer wynik результат 结果 結果"],
);

/** Keys of what went wrong in place of a result. */
export const errorKeys = vocabulary([5, "error err exception failure fault fehler erreur fallo errore error_message errormessage"]);

/** Keys of the id that a call and its result share. */
export const idKeys = vocabulary(
  [3, "seq nr no number index key token handle num pos"],
  [5, "parent parentid replyto reply_to in_reply_to answers for cause causedby origin call_ref corr"],
  [6, "id uid uuid guid ref reference kennung spanid span_id"],
  [9, "callid call_id toolcallid tool_call_id tooluseid correlationid correlation_id requestid request_id invocationid invocation_id"],
);

/** Keys that say who spoke. */
export const roleKeys = vocabulary(
  [3, "r s w type kind event channel leg source origin direction"],
  [6, "by party side actor author sender participant name"],
  [8, "role speaker who from rolle rol sprecher quien wer hablante ruolo"],
);

/** Keys of what was said. */
export const textKeys = vocabulary(
  [3, "c t value data prompt query output"],
  [6, "body words line speech caption payload"],
  [
    8,
    "text txt content message msg utterance said say says spoken transcript texto texte testo inhalt nachricht mensaje contenu contenido parole tekst",
  ],
);

/** Keys of what a model thought before it called. */
export const thoughtKeys = vocabulary([8, "thought thoughts thinking reasoning rationale gedanke gedanken pensamiento pensee llm_text"]);

/** Keys of what the user said, where each turn is one object. */
export const userTextKeys = vocabulary(
  [5, "prompt query task goal instruction request input ask aufgabe tarea"],
  [8, "user usermessage user_message user_input question human customer caller kunde frage pregunta usuario cliente benutzer nutzer"],
);

/** Keys of what the assistant said, where each turn is one object. */
export const assistantTextKeys = vocabulary(
  [5, "final response output completion"],
  [8, "assistant answer reply final_answer bot agent assistantmessage assistant_message bot_reply antwort respuesta reponse asistente"],
);

/** Keys by which conversations are told apart. */
export const conversationKeys = vocabulary([
  8,
  "session sessionid session_id sid cid conversation conversationid conversation_id thread threadid thread_id chat chatid chat_id dialog dialogid dialog_id callsid call_sid run runid run_id trace traceid trace_id sitzung gespraech gespraech_id conv convid conv_id contact contactid interaction_id episode episode_id conversacion sesion ticket",
]);

/** Keys that say what an entry is. */
export const kindKeys = vocabulary(
  [4, "status state phase stage direction action op name label"],
  [6, "category class level source topic role"],
  [9, "type kind event evt eventtype event_type t what typ tipo art ereignis evento msg_type record_type"],
);

/** Keys of a list of conversations. */
export const conversationListKeys = vocabulary([
  8,
  "sessions conversations threads chats dialogs dialogues runs episodes calls_log tickets contacts samples cases gespraeche sitzungen conversaciones sesiones",
]);

/** Keys of the list of what happened in a conversation. */
export const entryListKeys = vocabulary([
  8,
  "steps turns events messages log logs entries history trace transcript trajectory timeline activities records rows items exchanges dialog dialogue verlauf schritte pasos etapes turnos nachrichten mensajes eventos ereignisse",
]);

/** Keys of a list of calls alone. */
export const callListKeys = vocabulary([
  8,
  "calls toolcalls tool_calls tools actions invocations functions functioncalls apis apicalls api_calls plugins skills commands function_calls aufrufe llamadas werkzeuge appels outils herramientas requests executions tooluses used_tools",
]);

const roleWords: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...words(
    "user",
    "u user human customer caller client kunde kundin cliente usuario utilisateur nutzer benutzer anrufer visitor guest patient student inbound mensch persona person member",
  ),
  ...words(
    "assistant",
    "a assistant agent bot ai model llm gpt assistent asistente agente assistente machine robot outbound copilot chatbot virtualagent ki ia",
  ),
  ...words("system", "system developer instructions sistema systeme"),
  ...words(
    "tool",
    "tool function observation environment werkzeug herramienta outil toolresult tooloutput toolresponse functionresponse plugin",
  ),
]);

function words(meaning: Role, list: string): readonly (readonly [string, Role])[] {
  return list.split(" ").map((word) => [word, meaning] as const);
}

/** The role that a word names; a part of a word counts where no other part names another: `user_message`. */
export function roleNamed(word: string): Role | undefined {
  const whole = roleWords.get(folded(word));
  if (whole !== undefined) return whole;
  const roles = new Set(wordsIn(word).flatMap((each) => roleWords.get(each) ?? []));
  return roles.size === 1 ? [...roles][0] : undefined;
}

/** How much a key speaks for what a vocabulary is about: its own words in full, one of its parts for less. */
export function weightOf(key: string, words: Vocabulary): number {
  const whole = words.get(folded(key));
  if (whole !== undefined) return whole;
  const spelled = wordsIn(key);
  // How a column keeps its value says nothing of what it is.
  const parts = spelled.length > 1 && spellings.has(spelled.at(-1) ?? "") ? spelled.slice(0, -1) : spelled;
  const plain = parts.length < spelled.length ? words.get(parts.join("")) : undefined;
  if (plain !== undefined) return plain;
  if (parts.length < 2) return 0;
  const last = words.get(parts.at(-1) ?? "") ?? 0;
  const pair = words.get(parts.slice(-2).join("")) ?? 0;
  const first = words.get(parts[0] ?? "") ?? 0;
  return Math.max(0.8 * pair, 0.7 * last, 0.3 * first);
}

const spellings: ReadonlySet<string> = new Set(["json", "jsonb", "str", "string", "raw", "blob", "text", "txt", "obj", "object"]);

function folded(text: string): string {
  return wordsIn(text).join("");
}

/** `toolCallId`, `tool_call_id` and `Tool-Call-ID` alike. */
function wordsIn(text: string): readonly string[] {
  return text
    .slice(0, 100)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
