"use strict";
// boardgame.io on PostgreSQL, with its own server, master, storage and credentials. Its moves come
// over a socket; here the same call, `Master.onUpdate`, is also reached by POST, and answered once
// the move is stored, so that the client of the bench can send what it sends to ours.

const { Master } = require("boardgame.io/master");
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");

// One player, whose moves are texts that are appended to a history. It knows no rule: it refuses
// nothing and lists no legal moves.
const game = {
  name: "agnes",
  minPlayers: 1,
  maxPlayers: 1,
  disableUndo: true,
  setup: () => ({ history: "", ply: 0 }),
  moves: {
    play: ({ G }, text) => {
      G.history += (G.ply ? " " : "") + text;
      G.ply += 1;
    },
  },
};

const db = new PostgresStore({
  host: process.env.PGHOST,
  username: process.env.PGUSER,
  database: process.env.PGDATABASE,
  logging: false,
  pool: { max: 8 },
});
const server = Server({ games: [game], db, origins: [] });

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

server.router.get("/healthz", (context) => {
  context.body = { status: "ok" };
});

server.router.post("/api/v1/games/:id/moves", async (context) => {
  const { ply, move } = await bodyOf(context.req);
  const [, credentials] = context.get("Authorization").split(" ");
  let state;
  const transport = { send: () => {}, sendAll: (message) => { state = message.args[1]; } };
  const action = {
    type: "MAKE_MOVE",
    payload: { type: "play", args: [move], playerID: "0", credentials },
  };
  const master = new Master(game, db, transport, server.auth);
  const refused = await master.onUpdate(action, ply, context.params.id, "0");
  context.status = refused || !state ? 409 : 200;
  context.body = refused || { id: context.params.id, ...(state && state.G), ctx: state && state.ctx };
});

server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } });
