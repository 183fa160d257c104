CREATE TABLE "installation" (
	"id" bigint PRIMARY KEY NOT NULL,
	"mode" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1),
	CONSTRAINT "installation_mode" CHECK ("installation"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "generation" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "revoked_at" text collate "C";