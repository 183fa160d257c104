CREATE TABLE "logos" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"content_type" text collate "C" NOT NULL,
	"data" text collate "C" NOT NULL,
	"width" bigint NOT NULL,
	"height" bigint NOT NULL,
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "logos_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "logos_type" CHECK ("logos"."content_type" in ('image/png', 'image/jpeg', 'image/webp'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"about" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"reader_id" text collate "C",
	"locale" text collate "C" NOT NULL,
	"data" json NOT NULL,
	"secret_sealed" text collate "C",
	"status" text collate "C" NOT NULL,
	"error" text collate "C",
	"claimed_at" text collate "C",
	"sent_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "mails_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "mails_once" UNIQUE("seller_id","type","about","recipient"),
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('pending', 'claimed', 'sent', 'failed')),
	CONSTRAINT "mails_sent_at" CHECK (("mails"."status" = 'sent') = ("mails"."sent_at" is not null)),
	CONSTRAINT "mails_secret" CHECK ("mails"."secret_sealed" is null or "mails"."status" in ('pending', 'claimed'))
);
--> statement-breakpoint
CREATE TABLE "seller_settings" (
	"seller_id" text collate "C" PRIMARY KEY NOT NULL,
	"display_name" text collate "C",
	"legal_name" text collate "C",
	"tax_id" text collate "C",
	"support_email" text collate "C",
	"support_phone" text collate "C",
	"website_url" text collate "C",
	"accent_color" text collate "C",
	"default_success_url" text collate "C",
	"default_cancel_url" text collate "C",
	"receipt_note" text collate "C",
	"logo_id" text collate "C",
	"mail_buyer_receipt" boolean NOT NULL,
	"mail_buyer_refund" boolean NOT NULL,
	"mail_seller_sale" boolean NOT NULL,
	"mail_seller_attention" boolean NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "page_locale" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text collate "C";--> statement-breakpoint
CREATE INDEX "mails_pending" ON "mails" USING btree ("seller_id","id") WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_claimed" ON "mails" USING btree ("seller_id","claimed_at") WHERE "mails"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("seller_id","recipient","created_at");--> statement-breakpoint
CREATE INDEX "mails_of_reader" ON "mails" USING btree ("seller_id","reader_id") WHERE "mails"."reader_id" is not null;