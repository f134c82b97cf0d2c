import type { Share } from "../parts/deal.js";
import type { ShareLine } from "./judge-share.js";

/** Who takes what shares led to, in the order of the files. */
export interface ShareTaker {
  begin(share: Share): void;
  /** @returns `false` where a part did not expect open sessions, and there are some: it has to be judged again, from this line on */
  take(line: ShareLine): boolean;
  end(): void;
}
