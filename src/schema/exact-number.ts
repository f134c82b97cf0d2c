/** A JSON number by its digits: `sign · digits · 10^exponent`, without zeros at either end of `digits`; zero has none. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly exponent: number;
}

/** Exponents past this are all the same to us; no number in a transcript means them. */
const largestExponent = 1e15;

/** Numbers longer than this are not divided: the division costs the square of their length. */
const maxDivided = 5_000;

/**
 * Compares two JSON number literals by their digits, whatever their length and exponent.
 *
 * @returns below 0, 0 or above 0, as for `Array.sort`
 */
export function compareNumbers(left: string, right: string): number {
  const a = readDecimal(left);
  const b = readDecimal(right);
  if (a.sign !== b.sign) return a.sign - b.sign;
  const magnitudes = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (magnitudes !== 0) return a.sign * magnitudes;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

/**
 * Whether a number is a whole multiple of another, both as JSON literals: 19.99 is one of 0.01, although 19.99 / 0.01 in
 * binary is not whole. Numbers of more than 5,000 digits count as multiples, since nobody should be blamed unjudged.
 */
export function isMultiple(of: string, divisor: string): boolean {
  const number = readDecimal(of);
  const step = readDecimal(divisor);
  if (number.sign === 0 || step.sign === 0) return true;
  if (number.digits.length > maxDivided || step.digits.length > maxDivided) return true;
  const shift = number.exponent - step.exponent;
  const stepDigits = BigInt(step.digits);
  if (shift >= 0) return (BigInt(number.digits) * powerOfTen(shift, stepDigits)) % stepDigits === 0n;
  // The number's digits end in no zero, so it is a multiple of at most so many factors of two or five.
  if (-shift > 4 * number.digits.length) return false;
  return BigInt(number.digits) % (stepDigits * 10n ** BigInt(-shift)) === 0n;
}

/** Whether a literal is one of those that a double holds without loss of digits: 0.1 and 1e3 are, 9007199254740993 is not. */
export function isHeldExactly(literal: string): boolean {
  return compareNumbers(literal, String(Number(literal))) === 0;
}

/** Ten to a power, modulo a number, so that an exponent of a million costs twenty steps. */
function powerOfTen(exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let factor = 10n % modulus;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

/** Reads a JSON literal, or what `String` makes of a number; anything else is zero, and Infinity larger than all literals. */
function readDecimal(literal: string): Decimal {
  if (literal.endsWith("Infinity")) return { sign: literal.startsWith("-") ? -1 : 1, digits: "1", exponent: 2 * largestExponent };
  const [mantissa = "", power = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[-+]/, "").split(".");
  const all = (whole + fraction).replace(/^0+/, "");
  const end = lastNonZero(all);
  const digits = all.slice(0, end);
  if (!/^\d+$/.test(digits)) return { sign: 0, digits: "", exponent: 0 };
  const exponent = Math.max(-largestExponent, Math.min(largestExponent, Number(power) - fraction.length + (all.length - end)));
  return { sign: mantissa.startsWith("-") ? -1 : 1, digits, exponent };
}

/** A loop, since a regular expression for trailing zeros takes the square of their number. */
function lastNonZero(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return end;
}
