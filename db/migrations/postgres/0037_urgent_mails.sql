CREATE TABLE "mail_digests" (
	"seller_id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"date" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"mails_count" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"due_at" text collate "C" NOT NULL,
	CONSTRAINT "mail_digests_seller_id_type_date_user_id_pk" PRIMARY KEY("seller_id","type","date","user_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_digests_due" ON "mail_digests" USING btree ("seller_id","due_at");--> statement-breakpoint
CREATE INDEX "mails_pending_urgent" ON "mails" USING btree ("seller_id","id") WHERE "mails"."status" = 'pending' and "mails"."is_urgent";--> statement-breakpoint
CREATE INDEX "mails_failed_urgent" ON "mails" USING btree ("seller_id","id") WHERE "mails"."status" = 'failed' and "mails"."is_urgent";