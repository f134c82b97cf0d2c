import { describe, expect, it } from "vitest";
import { nearestName, nearestNames } from "../../src/text/nearest-name.js";

describe("nearestName", () => {
  it("finds a name with a typo", () => {
    expect(nearestName("get_wether", ["send_mail", "get_weather"])).toBe("get_weather");
  });

  it("sees two swapped characters as one mistake", () => {
    expect(nearestName("ctiy", ["city", "unit"])).toBe("city");
  });

  it("prefers a name that differs only in case and separators", () => {
    expect(nearestName("getWeather", ["getWeathers", "get_weather"])).toBe("get_weather");
    expect(nearestName("orderId", ["order-ids", "order.id"])).toBe("order.id");
  });

  it("stays silent when nothing is near", () => {
    expect(nearestName("delete_user", ["get_weather", "send_mail"])).toBeUndefined();
    expect(nearestName("ab", ["cd", "xy"])).toBeUndefined();
  });

  it("does not suggest the name itself", () => {
    expect(nearestName("city", ["city"])).toBeUndefined();
  });

  it("does not take two names of separators alone for each other", () => {
    expect(nearestName("_", ["-"])).toBeUndefined();
  });

  it("looks neither at all of long names nor at all of many candidates", () => {
    expect(nearestName("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeUndefined();
    let asked = 0;
    function* candidates() {
      for (; asked < 100_000; asked++) yield `get_weather_${asked}`;
    }
    nearestName("get_weather_forecast", candidates());
    expect(asked).toBe(2_000);
  });
});

describe("nearestNames", () => {
  it("gives at most three, the nearest first, each once", () => {
    expect(nearestNames("colour", ["colours", "color", "Colour", "colon", "Colour"])).toEqual(["Colour", "colours", "color"]);
  });
});
