ALTER TABLE "checkouts" ADD COLUMN "buyer" json;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "source" text collate "C" DEFAULT 'api' NOT NULL;