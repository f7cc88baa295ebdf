// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { parsePosition } from "../../static/games/notation.js";
import { endWords, hintWords, parWords, shareText } from "../../static/games/panel.js";
import { describeAction, describeDealt, pileLabel, tagOf } from "../../static/games/words.js";
import { gameWith } from "./games.js";

const POSITION = parsePosition(gameWith({}).position);

test("actions are told with their cards", () => {
  const told = ["t3-t5", "t6-f", "deal", "undo"].map((text) => describeAction(text, POSITION));
  assert.deepEqual(told, [
    "7 of diamonds: column 3 to column 5",
    "queen of spades: column 6 to the foundation",
    "a card dealt to each reserve",
    "took back the last action",
  ]);
  const run = describeAction("t3-t5:2", POSITION);
  assert.equal(run, "2 cards from the king of hearts: column 3 to column 5");
});

test("a deal is told card by card", () => {
  const [before, after] = ["?2 -/-", "- 9C/KD"].map((text) => {
    const [stock, extras] = text.split(" ");
    return parsePosition(gameWith({}).position.replace("-/- ?16", `${extras} ${stock}`));
  });
  assert.equal(
    describeDealt(before, after),
    "the last two cards dealt to the extra places: extra place 1, 9 of clubs; "
      + "extra place 2, king of diamonds",
  );
});

test("a pile says its name, its count and its cards from the top", () => {
  const column = "Column 2: 2 cards, 10 of diamonds, on queen of hearts";
  assert.equal(pileLabel("t2", POSITION, "T"), column);
  assert.equal(pileLabel("x1", POSITION, "T"), "Extra place 1: empty");
  const empty = parsePosition(gameWith({}).position.replace(" TC/", " -/"));
  assert.equal(pileLabel("t1", empty, "T"), "Column 1: a space, takes 10");
  assert.deepEqual(["fS", "x1", "stock"].map((pile) => tagOf(pile, POSITION)), [
    "next Q", "extra", "3 deals",
  ]);
});

test("the end says what happened and why", () => {
  const won = gameWith({ status: "won", ply: 96, undos: 1, hints: 2 });
  assert.deepEqual(endWords(won), [
    "Won in 96 moves", "All 52 cards are on the foundations, with 1 undo and 2 hints.",
  ]);
  const lost = endWords(gameWith({ status: "lost", foundation_cards: 4, can_undo: true }))[1];
  assert.match(lost, /^The stock is gone, and nothing that is left can reach a foundation/);
  assert.match(lost, /4 of 52 cards are.*taken back\.$/);
  const conceded = gameWith({ status: "conceded", foundation_cards: 1 });
  assert.equal(endWords(conceded)[1], "1 of 52 cards is on the foundations.");
});

test("a result to share names no card", () => {
  const game = gameWith({
    status: "won", ply: 68, undos: 2, contest: { number: 30, date: "2026-11-30" },
  });
  assert.equal(
    shareText(game, 3, "https://agnes.example"),
    "Agnes, deal 30: won in 68 moves, with 2 undos, rank 3 so far. "
      + "https://agnes.example/daily/2026-11-30",
  );
  assert.equal(shareText(gameWith({ status: "won" }), null, "https://agnes.example"), "");
});

test("a hint that knows nothing says so", () => {
  const unknown = /** @type {const} */ ({ verdict: "unknown", move: null, critical: false });
  assert.equal(
    hintWords(unknown, gameWith({ hints: 3 })),
    "Whether this game can still be won, nobody knows: the search was given up. "
      + "3 hints used in this game.",
  );
});

test("par is told once it may be, and proven only when the bound meets it", () => {
  assert.equal(parWords(gameWith({})), "");
  const found = parWords(gameWith({ par: { moves: 76, bound: 74 } }));
  assert.equal(found, "The shortest win found takes 76 moves.");
  const proven = parWords(gameWith({ par: { moves: 76, bound: 76 } }));
  assert.equal(proven, "The shortest win takes 76 moves: none can be shorter.");
});
