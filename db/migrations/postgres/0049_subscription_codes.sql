CREATE TABLE "subscription_codes" (
	"seller_id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"txid" text collate "C",
	"pix_code" text collate "C",
	"creating_until" text collate "C",
	"viewed_at" text collate "C" NOT NULL,
	"check_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "subscription_codes_seller_id_subscription_id_number_pk" PRIMARY KEY("seller_id","subscription_id","number"),
	CONSTRAINT "subscription_codes_txid" UNIQUE("seller_id","txid")
);
--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "account" json;--> statement-breakpoint
ALTER TABLE "subscription_codes" ADD CONSTRAINT "subscription_codes_seller_id_subscription_id_subscriptions_seller_id_id_fk" FOREIGN KEY ("seller_id","subscription_id") REFERENCES "public"."subscriptions"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_codes_to_check" ON "subscription_codes" USING btree ("seller_id","connection_id","check_at") WHERE "subscription_codes"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "invoices_ordered" ON "invoices" USING btree ("seller_id","connection_id","bank_order","updated_at") WHERE "invoices"."bank_order" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_ordered" ON "subscriptions" USING btree ("seller_id","connection_id","bank_order","updated_at") WHERE "subscriptions"."bank_order" is not null;