CREATE TABLE "refunds" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"checkout_id" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text collate "C" NOT NULL,
	"origin" text collate "C" NOT NULL,
	"nature" text collate "C" NOT NULL,
	"return_id" text collate "C" NOT NULL,
	"completed_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "refunds_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "refunds_return_id" UNIQUE("seller_id","payment_id","return_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_minor" >= 1),
	CONSTRAINT "refunds_completed_at" CHECK (("refunds"."status" = 'succeeded') = ("refunds"."completed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "lifetime_seconds" bigint;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "asked_at" text collate "C";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "viewed_at" text collate "C";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "trouble_since" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seller_id_payment_id_payments_seller_id_id_fk" FOREIGN KEY ("seller_id","payment_id") REFERENCES "public"."payments"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_seller_id_checkout_id_checkouts_seller_id_id_fk" FOREIGN KEY ("seller_id","checkout_id") REFERENCES "public"."checkouts"("seller_id","id") ON DELETE no action ON UPDATE no action;