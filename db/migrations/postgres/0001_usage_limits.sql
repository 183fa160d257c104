-- What runtime/limits.ts counts, in the form that rate-limiter-flexible gives it. Not logged: it is
-- written at every request, and to lose it in a crash only starts the counting anew.
CREATE UNLOGGED TABLE "usage_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
