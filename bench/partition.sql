-- games_game into 16 partitions by a hash of id, on PostgreSQL 15 and later. Nobody may play
-- meanwhile. Run by psql in one transaction (psql -1 -v ON_ERROR_STOP=1), or by bench/partition.py.

DO $$
DECLARE reference record;
BEGIN
    FOR reference IN
        SELECT conrelid::regclass AS source, conname AS name
        FROM pg_constraint WHERE confrelid = 'games_game'::regclass
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.source, reference.name);
    END LOOP;
END $$;

ALTER TABLE games_game RENAME TO games_game_whole;
CREATE TABLE games_game (
    LIKE games_game_whole INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING CONSTRAINTS
) PARTITION BY HASH (id);
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format(
            'CREATE TABLE games_game_%s PARTITION OF games_game
             FOR VALUES WITH (MODULUS 16, REMAINDER %s)
             WITH (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02,
                   autovacuum_vacuum_insert_scale_factor = 0.02,
                   autovacuum_analyze_scale_factor = 0.02)',
            part, part);
    END LOOP;
END $$;
INSERT INTO games_game OVERRIDING SYSTEM VALUE SELECT * FROM games_game_whole;
SELECT setval(
    pg_get_serial_sequence('games_game', 'id'), (SELECT max(id) FROM games_game_whole)
);

-- A unique rule of a partitioned table must hold the column that parts it. So "one game for a
-- contest and player" moves to a table of its own, and a trigger keeps it; whoever breaks it is
-- told a unique violation as before.
CREATE TABLE games_place (
    contest_id bigint NOT NULL, player_id bigint NOT NULL, PRIMARY KEY (contest_id, player_id)
);
INSERT INTO games_place
SELECT contest_id, player_id FROM games_game_whole WHERE contest_id IS NOT NULL;
CREATE FUNCTION games_place_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.contest_id IS NOT NULL THEN
        DELETE FROM games_place
        WHERE contest_id = OLD.contest_id AND player_id = OLD.player_id;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.contest_id IS NOT NULL THEN
        INSERT INTO games_place VALUES (NEW.contest_id, NEW.player_id);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER games_place_keep AFTER INSERT OR DELETE OR UPDATE OF contest_id, player_id
ON games_game FOR EACH ROW EXECUTE FUNCTION games_place_keep();

DROP TABLE games_game_whole;
ALTER TABLE games_game ADD PRIMARY KEY (id);
CREATE INDEX games_of_a_player ON games_game (player_id, id DESC);
CREATE INDEX games_under_way ON games_game (player_id, id DESC) WHERE status = 'playing';
CREATE INDEX board_of_a_contest ON games_game (contest_id, moves, finished_at, id)
WHERE status = 'won';
CREATE INDEX games_of_a_contest ON games_game (contest_id, player_id);
CREATE INDEX games_of_a_deal ON games_game (deal_id);
ALTER TABLE games_game
    ADD FOREIGN KEY (player_id) REFERENCES accounts_user (id) DEFERRABLE INITIALLY DEFERRED,
    ADD FOREIGN KEY (deal_id) REFERENCES games_deal (id) DEFERRABLE INITIALLY DEFERRED,
    ADD FOREIGN KEY (contest_id) REFERENCES games_contest (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_review
    ADD FOREIGN KEY (game_id) REFERENCES games_game (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_flag_games
    ADD FOREIGN KEY (game_id) REFERENCES games_game (id) DEFERRABLE INITIALLY DEFERRED;
