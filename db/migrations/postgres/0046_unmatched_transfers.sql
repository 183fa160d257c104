CREATE TABLE "transfers" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"end_to_end_id" text collate "C" NOT NULL,
	"transfer_key" text collate "C" NOT NULL,
	"return_id" text collate "C" NOT NULL,
	"txid" text collate "C",
	"amount_minor" bigint NOT NULL,
	"occurred_at" text collate "C" NOT NULL,
	"description" text collate "C",
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "transfers_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "transfers_once" UNIQUE("seller_id","transfer_key","return_id"),
	CONSTRAINT "transfers_amount" CHECK (("transfers"."amount_minor" < 0) = ("transfers"."return_id" <> ''))
);
--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "unmatched_listed_until" text collate "C";--> statement-breakpoint
CREATE INDEX "transfers_occurred" ON "transfers" USING btree ("seller_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "transfers_amount" ON "transfers" USING btree ("seller_id","amount_minor","id");--> statement-breakpoint
CREATE INDEX "transfers_described" ON "transfers" USING btree ("seller_id","occurred_at","id") WHERE "transfers"."description" is not null;