import type { Share } from "../parts/deal.js";
import type { ShareLine } from "./judge-share.js";

/** Who takes what shares led to, in the order of the files. */
export interface ShareTaker {
  begin(share: Share): void;
  take(line: ShareLine): void;
  end(): void;
}
