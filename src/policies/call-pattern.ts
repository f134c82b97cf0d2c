import { listing } from "../text/listing.js";
import { nameMatcher } from "../text/name-pattern.js";
import { quote, shorten } from "../text/quote.js";
import { hidden, joined, type Sentence, sentence } from "../text/sentence.js";
import { differences, type Equals } from "./partial-match.js";
import type { CallPattern, CallSelector, NamePatterns } from "./policy.js";

/** What patterns look at in a call. */
export interface CallFacts {
  readonly tool: string | null;
  /** `undefined` where they are not known or cannot be read. */
  readonly arguments: unknown;
}

/** A pattern, ready to be asked. */
export interface CompiledPattern {
  readonly words: Sentence;
  /** The same of one call that it matches. */
  wordsOf(call: CallFacts): Sentence;
  matches(call: CallFacts): boolean;
}

/** Compiles a pattern of calls. */
export function compilePattern(pattern: CallPattern, equals?: Equals): CompiledPattern {
  const { tool, except, arguments: args } = selectorOf(pattern);
  const isMeant = anyName(tool);
  const isExcepted = except === undefined ? () => false : anyName(except);
  const withArguments = (names: Sentence) =>
    args === undefined ? names : sentence`${names} with ${hidden(shorten(shownArguments(args)), "{…}")}`;
  return {
    words: withArguments(namesInWords(tool, except)),
    wordsOf: (call) => withArguments(quote(call.tool ?? "")),
    matches: (call) =>
      isMeant(call.tool) &&
      !isExcepted(call.tool) &&
      (args === undefined || (call.arguments !== undefined && differences(call.arguments, args, "partial", equals).length === 0)),
  };
}

/** Whether a name is one of those meant. */
export function anyName(patterns: NamePatterns): (name: string | null) => boolean {
  const tests = namesOf(patterns).map(nameMatcher);
  return (name) => tests.some((test) => test(name));
}

function selectorOf(pattern: CallPattern): CallSelector {
  return typeof pattern === "string" || isList(pattern) ? { tool: pattern } : pattern;
}

function namesOf(patterns: NamePatterns): readonly string[] {
  return typeof patterns === "string" ? [patterns] : patterns;
}

function isList(pattern: CallPattern): pattern is readonly string[] {
  return Array.isArray(pattern);
}

function namesInWords(tool: NamePatterns, except: NamePatterns | undefined): Sentence {
  const names = namesOf(tool);
  const words = names.length === 1 && names[0] === "*" ? "a tool" : listing(names.map(quote), "or");
  return except === undefined ? words : joined([words, " other than ", listing(namesOf(except).map(quote), "or")], "");
}

/** As JSON, but for what only tests can say. */
function shownArguments(args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(args, (_, each: unknown) => (typeof each === "function" || each instanceof RegExp ? String(each) : each));
}
