CREATE TABLE "attempts" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"date" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"reason" text collate "C",
	"code" text collate "C",
	"end_to_end_id" text collate "C",
	"failed_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "attempts_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "attempts_status" CHECK ("attempts"."status" in ('scheduled', 'paid', 'failed', 'canceled')),
	CONSTRAINT "attempts_failed_at" CHECK (("attempts"."status" in ('failed', 'canceled')) = ("attempts"."failed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"status" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"amount_refunded_minor" bigint DEFAULT 0 NOT NULL,
	"period_start" text collate "C",
	"period_end" text collate "C",
	"due_on" text collate "C",
	"finalizes_at" text collate "C",
	"collection" text collate "C" NOT NULL,
	"txid" text collate "C" NOT NULL,
	"end_to_end_id" text collate "C",
	"payment_id" text collate "C",
	"is_closed" boolean NOT NULL,
	"failure_reason" text collate "C",
	"next_attempt_on" text collate "C",
	"void_requested_at" text collate "C",
	"paid_at" text collate "C",
	"connection_id" text collate "C",
	"bank_order" text collate "C",
	"bank_order_date" text collate "C",
	"bank_order_sent_at" text collate "C",
	"bank_check_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "invoices_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "invoices_number" UNIQUE("seller_id","subscription_id","number"),
	CONSTRAINT "invoices_txid" UNIQUE("seller_id","txid"),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'open', 'paid', 'void', 'uncollectible')),
	CONSTRAINT "invoices_number_counted" CHECK ("invoices"."number" >= 1),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "invoices_paid_at" CHECK (("invoices"."status" = 'paid') = ("invoices"."paid_at" is not null)),
	CONSTRAINT "invoices_days" CHECK (("invoices"."due_on" is null) = ("invoices"."period_end" is null)
        and ("invoices"."due_on" is not null or "invoices"."collection" = 'code')),
	CONSTRAINT "invoices_order" CHECK (("invoices"."bank_order" is null) = ("invoices"."bank_order_date" is null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"external_id" text collate "C",
	"status" text collate "C" NOT NULL,
	"offer_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"first_amount_minor" bigint,
	"is_variable" boolean NOT NULL,
	"minimum_limit_minor" bigint,
	"billing_interval" text collate "C" NOT NULL,
	"interval_count" bigint NOT NULL,
	"retries" boolean NOT NULL,
	"cycles" bigint,
	"pays_with_code" boolean NOT NULL,
	"starts_on" text collate "C",
	"mandate_status" text collate "C" NOT NULL,
	"mandate_approved_at" text collate "C",
	"payer_tax_id" text collate "C",
	"payer_bank_ispb" text collate "C",
	"connection_id" text collate "C",
	"location_id" text collate "C",
	"recurrence_id" text collate "C",
	"bank_order" text collate "C",
	"bank_order_sent_at" text collate "C",
	"bank_check_at" text collate "C",
	"next_due_on" text collate "C",
	"paid_until" text collate "C",
	"latest_invoice_id" text collate "C",
	"page_token" text collate "C" NOT NULL,
	"success_url" text collate "C",
	"cancel_url" text collate "C",
	"metadata" json NOT NULL,
	"cancellation" json,
	"expires_at" text collate "C" NOT NULL,
	"activated_at" text collate "C",
	"canceled_at" text collate "C",
	"check_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "subscriptions_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "subscriptions_external_id" UNIQUE("seller_id","external_id"),
	CONSTRAINT "subscriptions_page_token" UNIQUE("seller_id","page_token"),
	CONSTRAINT "subscriptions_recurrence" UNIQUE("seller_id","recurrence_id"),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('incomplete', 'active', 'past_due', 'canceled', 'expired', 'ended')),
	CONSTRAINT "subscriptions_amount" CHECK ("subscriptions"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "subscriptions_first_amount" CHECK ("subscriptions"."first_amount_minor" between 1 and 99999999999),
	CONSTRAINT "subscriptions_cycles" CHECK ("subscriptions"."cycles" between 2 and 999),
	CONSTRAINT "subscriptions_variable" CHECK ("subscriptions"."is_variable" or "subscriptions"."minimum_limit_minor" is null),
	CONSTRAINT "subscriptions_canceled_at" CHECK (("subscriptions"."status" = 'canceled') = ("subscriptions"."canceled_at" is not null)),
	CONSTRAINT "subscriptions_activated_at" CHECK ("subscriptions"."status" in ('incomplete', 'expired', 'canceled') or "subscriptions"."activated_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_seller_id_invoice_id_invoices_seller_id_id_fk" FOREIGN KEY ("seller_id","invoice_id") REFERENCES "public"."invoices"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_seller_id_subscription_id_subscriptions_seller_id_id_fk" FOREIGN KEY ("seller_id","subscription_id") REFERENCES "public"."subscriptions"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_seller_id_customer_id_customers_seller_id_id_fk" FOREIGN KEY ("seller_id","customer_id") REFERENCES "public"."customers"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_of_invoice" ON "attempts" USING btree ("seller_id","invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_scheduled" ON "attempts" USING btree ("seller_id","invoice_id") WHERE "attempts"."status" = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_retry_a_day" ON "attempts" USING btree ("seller_id","invoice_id","date") WHERE "attempts"."kind" = 'retry';--> statement-breakpoint
CREATE INDEX "invoices_owed_at_bank" ON "invoices" USING btree ("seller_id","connection_id","bank_check_at") WHERE "invoices"."bank_check_at" is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_status" ON "invoices" USING btree ("seller_id","status","id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer" ON "invoices" USING btree ("seller_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("seller_id","due_on","id");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("check_at","seller_id","id") WHERE "subscriptions"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_owed_at_bank" ON "subscriptions" USING btree ("seller_id","connection_id","bank_check_at") WHERE "subscriptions"."bank_check_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_of_status" ON "subscriptions" USING btree ("seller_id","status","id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_customer" ON "subscriptions" USING btree ("seller_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_offer" ON "subscriptions" USING btree ("seller_id","offer_id","id");