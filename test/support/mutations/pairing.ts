import { error, type Mutation, warning } from "./mutation.js";
import type { Random } from "./random.js";
import { callOf, resultOf, type Scene, type Step, stepsOf } from "./scene.js";

/** A step that is answered and behind which the user speaks again: what lies in it can no longer be mended. */
function closedStep(scene: Scene, random: Random, calls: (count: number) => boolean = () => true): Step | undefined {
  const closed = stepsOf(scene).filter(
    ({ results, end, answer }) =>
      results.length > 0 && calls(answer.calls.length) && scene.entries.slice(end).some(({ kind }) => kind === "user"),
  );
  return random.maybe(closed);
}

/** Any step that is answered. */
function answeredStep(scene: Scene, random: Random, calls: (count: number) => boolean = () => true): Step | undefined {
  return random.maybe(stepsOf(scene).filter(({ results, answer }) => results.length > 0 && calls(answer.calls.length)));
}

const several = (count: number) => count > 1;

function remove(scene: Scene, entries: readonly object[]): void {
  const gone = new Set(entries);
  scene.entries = scene.entries.filter((entry) => !gone.has(entry));
}

function callOfResult(step: Step, id: string | undefined) {
  return step.answer.calls.find((call) => call.id === id) ?? step.answer;
}

/** Faults in how calls and results fit together, and permutations that are none. */
export const pairingMutations: readonly Mutation[] = [
  {
    name: "one result of several is dropped",
    inject(scene, random) {
      const step = closedStep(scene, random, several);
      if (step === undefined) return undefined;
      const lost = random.pick(step.results);
      remove(scene, [lost]);
      return error("unanswered-call", callOfResult(step, lost.id), "whole");
    },
  },
  {
    name: "all results of a turn are dropped",
    inject(scene, random) {
      const step = closedStep(scene, random);
      if (step === undefined) return undefined;
      remove(scene, step.results);
      return error("unanswered-call", step.answer.calls[0] ?? step.answer, "whole");
    },
  },
  {
    name: "the history is cut in front of the first results",
    inject(scene) {
      const step = stepsOf(scene)[0];
      const first = step?.results[0];
      if (step === undefined || first === undefined) return undefined;
      scene.entries.splice(0, step.at + 1);
      return error("orphaned-result", first, "id");
    },
  },
  {
    name: "an assistant message with calls is dropped",
    inject(scene, random) {
      const step = random.maybe(stepsOf(scene).filter(({ at, results }) => at > 2 && results.length > 0));
      const first = step?.results[0];
      if (step === undefined || first === undefined) return undefined;
      remove(scene, [step.answer]);
      return error("orphaned-result", first, "id");
    },
  },
  {
    name: "one call of several is dropped",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      if (step === undefined) return undefined;
      const [lost] = step.answer.calls.splice(random.below(step.answer.calls.length), 1);
      const result = step.results.find(({ id }) => id === lost?.id);
      return result && error("orphaned-result", result, "id");
    },
  },
  {
    name: "a typo in a result's id",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      const result = step && random.pick(step.results);
      if (result?.id === undefined) return undefined;
      const at = 4 + random.below(result.id.length - 4);
      result.id = `${result.id.slice(0, at)}-${result.id.slice(at + 1)}`;
      return error("orphaned-result", result, "id");
    },
  },
  {
    name: "a result carries the id of an earlier turn's call",
    inject(scene, random) {
      const steps = stepsOf(scene).filter(({ results }) => results.length > 0);
      const later = random.maybe(steps.slice(1));
      if (later === undefined) return undefined;
      const earlier = random.pick(steps.slice(0, steps.indexOf(later)));
      const result = random.pick(later.results);
      result.id = random.pick(earlier.answer.calls).id;
      return error("orphaned-result", result, "id");
    },
  },
  {
    name: "a result stands twice",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined) return undefined;
      const again = { ...random.pick(step.results), content: "once more" };
      scene.entries.splice(step.end, 0, again);
      return error("duplicate-result", again, "id");
    },
  },
  {
    name: "a second result comes under an id that no call has",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined) return undefined;
      const extra = { ...random.pick(step.results), id: `zz_${random.word(18)}` };
      scene.entries.splice(step.end, 0, extra);
      return error("orphaned-result", extra, "id");
    },
  },
  {
    name: "two results of one turn carry one id, and one call is left open",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      const [first, second] = step?.results ?? [];
      if (first === undefined || second === undefined) return undefined;
      second.id = first.id;
      return error("duplicate-result", second, "id");
    },
  },
  {
    name: "two calls share an id, and so do their results",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      const [first, second] = step?.answer.calls ?? [];
      if (first === undefined || second === undefined) return undefined;
      for (const result of step?.results ?? []) if (result.id === second.id) result.id = first.id;
      second.id = first.id;
      return error("duplicate-call-id", second, "id");
    },
  },
  {
    name: "a call takes over the id of its neighbour, and its result keeps the right one",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      const [first, second] = step?.answer.calls ?? [];
      if (first === undefined || second === undefined) return undefined;
      second.id = first.id;
      return error("duplicate-call-id", second, "id");
    },
  },
  {
    name: "the results of two turns are dropped",
    inject(scene) {
      const closed = stepsOf(scene).filter(({ results, end }) => results.length > 0 && scene.entries[end + 1]?.kind === "user");
      if (closed.length < 2) return undefined;
      const [first, second] = closed;
      if (first === undefined || second === undefined) return undefined;
      remove(scene, [...first.results, ...second.results]);
      return [first, second].flatMap(({ answer }) => error("unanswered-call", answer.calls[0] ?? answer, "whole"));
    },
  },
  {
    name: "results are moved to the end of the conversation",
    inject(scene, random) {
      const step = closedStep(scene, random);
      const first = step?.results[0];
      const last = scene.entries.at(-1);
      if (step === undefined || first === undefined || last?.kind !== "assistant" || last.calls.length > 0) return undefined;
      if (scene.wire === "anthropic" && scene.shape === "pair") return undefined;
      remove(scene, step.results);
      scene.entries.push(...step.results, { kind: "assistant", text: "At last.", calls: [] });
      return error("orphaned-result", first, "id");
    },
  },
  {
    name: "a user message stands between a call and its results",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      const first = step?.results[0];
      if (step === undefined || first === undefined) return undefined;
      scene.entries.splice(step.at + 1, 0, { kind: "user", text: "Hurry up!" });
      return error("misplaced-result", first, "whole");
    },
  },
  {
    name: "a result comes one message too late",
    inject(scene, random) {
      // Where roles are merged, the only result would still follow its call, behind text.
      const step = closedStep(scene, random, scene.wire === "anthropic" ? several : undefined);
      const next = step && scene.entries[step.end];
      if (step === undefined || next?.kind !== "assistant" || next.calls.length > 0) return undefined;
      const late = random.pick(step.results);
      remove(scene, [late]);
      scene.entries.splice(scene.entries.indexOf(next) + 1, 0, late);
      return error("orphaned-result", late, "id");
    },
  },
  {
    name: "a result stands in front of its call",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined || scene.entries[step.at - 1]?.kind !== "user") return undefined;
      const early = random.pick(step.results);
      remove(scene, [early]);
      scene.entries.splice(step.at, 0, early);
      return error("orphaned-result", early, "id");
    },
  },
  {
    name: "results of a turn are split over two user messages",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      if (step === undefined || scene.wire !== "anthropic") return undefined;
      const second = step.results[1 + random.below(step.results.length - 1)];
      if (second === undefined) return undefined;
      second.apart = true;
      return warning("split-results", second, "whole");
    },
  },
  {
    name: "text stands in front of the results in their message",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      const first = step?.results[0];
      if (step === undefined || first === undefined || scene.wire !== "anthropic") return undefined;
      scene.entries.splice(step.at + 1, 0, { kind: "user", text: "Here you are:", joined: true });
      return error("misplaced-result", first, "whole");
    },
  },
  {
    name: "text stands behind a call",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined || scene.wire !== "anthropic") return undefined;
      step.answer.textBehind = "I will wait.";
      return error("misplaced-result", step.answer, "content", {
        inner: `/${step.answer.calls.length + (step.answer.text === null ? 0 : 1)}/text`,
      });
    },
  },
  {
    name: "a call has no id",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined) return undefined;
      const call = random.pick(step.answer.calls);
      const isEmpty = random.oneIn(2);
      call.id = isEmpty ? "" : undefined;
      return error("missing-call-id", call, isEmpty ? "id" : "whole");
    },
  },
  {
    name: "a result has no id",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined) return undefined;
      const result = random.pick(step.results);
      const isEmpty = random.oneIn(2);
      result.id = isEmpty ? "" : undefined;
      return error("missing-call-id", result, isEmpty ? "id" : "whole");
    },
  },
  {
    name: "clean: the ids of two parallel results are swapped",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      const [first, second] = step?.results ?? [];
      if (first === undefined || second === undefined) return undefined;
      [first.id, second.id] = [second.id, first.id];
      return [];
    },
  },
  {
    name: "clean: results stand in another order",
    inject(scene, random) {
      const step = answeredStep(scene, random, several);
      if (step === undefined) return undefined;
      scene.entries.splice(step.at + 1, step.results.length, ...step.results.toReversed());
      return [];
    },
  },
  {
    name: "clean: ids come again in every turn",
    inject(scene) {
      const steps = stepsOf(scene);
      if (steps.length < 2) return undefined;
      for (const { answer, results } of steps) {
        answer.calls.forEach((call, index) => {
          const id = `call_${index}`;
          for (const result of results) if (result.id === call.id) result.id = id;
          call.id = id;
        });
      }
      return [];
    },
  },
  {
    name: "clean: one more call and its result",
    inject(scene, random) {
      const step = answeredStep(scene, random);
      if (step === undefined) return undefined;
      const call = callOf(random.pick(step.answer.calls).template, scene.wire, random);
      step.answer.calls.push(call);
      scene.entries.splice(step.end, 0, resultOf(call, random));
      return [];
    },
  },
];
