CREATE TABLE "webhook_keys" (
	"kid" text collate "C" PRIMARY KEY NOT NULL,
	"secret_sealed" text collate "C" NOT NULL,
	"generation" bigint NOT NULL,
	"revoked_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "webhook_keys_generation_unique" UNIQUE("generation")
);
