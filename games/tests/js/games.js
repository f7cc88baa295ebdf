// @ts-check
/** Games as the server answers them, for the tests. */

/** @typedef {import("../../static/games/api.js").Game} Game */

/** @param {Partial<Game>} facts @returns {Game} */
export function gameWith(facts) {
  return {
    id: 7, kind: "casual", ranked: false, contest: null, status: "playing", ply: 0, undos: 0,
    hints: 0, base_rank: "J", space_rank: "T", foundation_cards: 1, can_undo: false, par: null,
    legal_moves: ["deal", "t3-t5", "t6-f", "r5-t3"],
    position: "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H "
      + "4C/6D/2D/5D/6S/AC/2H -/- ?16",
    ...facts,
  };
}
