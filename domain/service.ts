/** Puts the parts of a running service together. */
import type { Database } from '../db/database.ts'
import type { Sweep } from '../db/sweep.ts'
import { SandboxClock, SystemClock } from '../runtime/clock.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Environment } from '../runtime/environment.ts'
import { claimMode, keepBaseUrl, knownMode, requireMode } from '../runtime/installation.ts'
import type { Logger } from '../runtime/logger.ts'
import { createMetrics } from '../runtime/metrics/metrics.ts'
import type { Metrics } from '../runtime/metrics/metrics.ts'
import { ParserPool } from '../runtime/parserPool.ts'
import { RateLimits } from '../runtime/rateLimit.ts'
import { StorageQuota } from '../runtime/storageQuota.ts'
import { Sweeper } from '../runtime/sweeper.ts'
import { systemTimers } from '../runtime/timers.ts'
import type { Timers } from '../runtime/timers.ts'
import { DailyHeads } from './audit/dailyHeads.ts'
import { oldAuditEvents } from './audit/retention.ts'
import { ClientUses } from './auth/clientUses.ts'
import { openVault } from './auth/keys.ts'
import type { SigningKeys } from './auth/keys.ts'
import { Tokens } from './auth/tokens.ts'
import type { Vault } from './identity/vault.ts'
import { endedCheckouts } from './checkouts/expire.ts'
import { Erasure } from './erasure/erasure.ts'
import { StatusStreams } from './checkouts/page/statusStreams.ts'
import { LinkOpenings } from './links/openings.ts'
import type { OpeningPaces } from './links/openings.ts'
import { expiredAccess } from './people/expiry.ts'
import { People } from './people/people.ts'
import type { Connect } from './outgoing/connections.ts'
import { OutgoingThread } from './outgoing/outgoingThread.ts'
import { parserFile } from './parsers.ts'
import type { DomainParsers } from './parsers.ts'
import { repairSweeps, REPAIR_INTERVAL_MS } from './repair/running.ts'
import { BankTrials } from './pix/connections/bankTrials.ts'
import { parseApart } from './pix/bank/answerFields.ts'
import type { BanksOptions } from './pix/connections/bankConnections.ts'
import { FileExports } from './files/exports.ts'
import { Mailer } from './mail/mailer.ts'
import { Mails } from './mail/mails.ts'
import { mailSweeps } from './mail/sweeps.ts'
import { formerPayers } from './pix/transfers/unmatched.ts'
import type { SendMail } from './mail/smtp.ts'
import { invoiceBooks } from './payments/invoicePayments.ts'
import { Rail } from './pix/rounds/rail.ts'
import type { RailLimits } from './pix/rounds/rail.ts'
import { SubscriptionCounts } from './subscriptions/rounds/counts.ts'
import { DueRounds } from './subscriptions/rounds/dueRounds.ts'
import { recorderOf } from './subscriptions/ports.ts'
import type { Books } from './subscriptions/ports.ts'
import { Dispatcher } from './webhooks/delivery.ts'
import { WebhookKeys } from './webhooks/keys.ts'
import { WebhookTrials } from './webhooks/trials.ts'
import { EventLog } from './webhooks/events.ts'
import { formerSecrets, oldEvents } from './webhooks/retention.ts'
import { createPost } from './webhooks/post.ts'
import type { Post } from './webhooks/post.ts'

export type Service = {
  mode: 'sandbox' | 'live'
  /** The public address, without a slash at its end. */
  baseUrl: string
  clock: Clock
  /** Seals secrets that are stored. */
  vault: Vault
  keys: SigningKeys
  tokens: Tokens
  /** When each client last got a token. */
  clientUses: ClientUses
  /** The people who sign in to the dashboard. */
  people: People
  limits: RateLimits
  /** How much each seller may add to the database. */
  storage: StorageQuota
  /** Limits the sessions that unauthenticated buyers open by the pages of links. */
  linkOpenings: LinkOpenings
  metrics: Metrics
  /** Records what happens to checkouts and subscriptions. */
  events: EventLog
  /** The books of the transfers that pay invoices. */
  books: Books
  /** Records mails about what happens. */
  mails: Mails
  /** Sends the mails. */
  mailer: Mailer
  /** Signs the events for receivers without a secret. */
  webhookKeys: WebhookKeys
  /** Sends the events. */
  webhooks: Dispatcher
  /** Sends the events by which callers try their endpoints. */
  webhookTrials: WebhookTrials
  rail: Rail
  /** Trials of banks that callers have asked for. */
  bankTrials: BankTrials
  /** Parses data of sellers and banks, in threads of its own. */
  parsers: DomainParsers
  /** Sends requests to the servers that sellers have named, in a thread of its own. */
  outgoing: OutgoingThread
  /** Erases people. */
  erasure: Erasure
  /** Does what is due of subscriptions, and moves the sandbox's clock. */
  dueRounds: DueRounds
  /** Counts the subscriptions; undefined without a port for metrics. */
  subscriptionCounts: SubscriptionCounts | undefined
  /** Does work in the background that is due by the clock alone. */
  sweeper: Sweeper
  /** Mends rows that processes of an older version leave incomplete. */
  repairer: Sweeper
  /** Seals the heads of the audit trail, and writes them into the log. */
  auditHeads: DailyHeads
  /** The streams of pages that are open. */
  streams: StatusStreams
  /** The files of lists and statements that are being sent. */
  fileExports: FileExports
  /** Aborted when the service drains, so that streams end. */
  ending: AbortSignal
  /** Resolves when no process uses a cached result that is older than this call. */
  waitForCacheExpiry: () => Promise<void>
}

export type ServiceOptions = {
  environment: Environment
  db: Database
  log: Logger
  /** That of the mode, unless a test brings its own. */
  clock?: Clock | undefined
  /** How it waits. */
  timers?: Timers
  railLimits?: Partial<RailLimits>
  openingPaces?: OpeningPaces
  /** How banks are reached. */
  bankOptions?: BanksOptions
  /** How receivers of events are reached. */
  post?: Post
  /** How mails are sent, in the place of the configured server. */
  sendMail?: SendMail
  /** How often deliveries are looked for that another process has left. */
  lookIntervalMs?: number
  /** Work that is due by the clock alone, beside checkouts that expire. */
  sweeps: readonly Sweep[]
  ending: AbortSignal
}

/** The clock of a mode: the sandbox's can be moved. */
export const clockOf = ({ mode }: Environment, db: Database, log?: Logger): Clock =>
  mode === 'sandbox' ? new SandboxClock(db, log) : new SystemClock(log)

/** Loaded where a mail server is configured. */
async function sendMailOf({ mailServer }: Environment): Promise<SendMail | undefined> {
  if (!mailServer) return undefined
  const { createSendMail } = await import('./mail/smtp.ts')
  return createSendMail(mailServer)
}

/** @throws EnvironmentError when the database is of the other mode, or of another key */
export async function createService({
  environment,
  db,
  log,
  railLimits: limits = {},
  bankOptions = {},
  timers = systemTimers,
  lookIntervalMs,
  sweeps,
  ending,
  ...options
}: ServiceOptions): Promise<Service> {
  const { mode, baseUrl, rateLimit, authFailureLimit, reconcileSeconds, retentionDays } =
    environment
  const clock = options.clock ?? clockOf(environment, db, log)
  const now = await clock.now()
  requireMode(await knownMode(db), environment)
  const { vault, keys } = await openVault({ environment, db, now })
  await claimMode(db, environment, now)
  await keepBaseUrl(db, environment)
  const metrics = await createMetrics(environment, db)
  const webhookKeys = new WebhookKeys(db, vault)
  const shared = { db, vault, clock, timers, log, metrics }
  const outgoing = new OutgoingThread(log)
  const connect: Connect = (to) => outgoing.connect(to)
  const post = options.post ?? createPost({ mode, connect })
  const send = options.sendMail ?? (await sendMailOf(environment))
  const mailer = new Mailer({ ...shared, baseUrl, send })
  const isOn = send !== undefined
  const mails = new Mails({
    isOn,
    isSandbox: mode === 'sandbox',
    vault,
    wake: (seller_id) => mailer.wake(seller_id),
  })
  const webhooks = new Dispatcher({
    ...shared,
    keys: webhookKeys,
    mails,
    post,
    ...(lookIntervalMs && { lookIntervalMs }),
  })
  const storage = new StorageQuota(environment.sellerDailyBytes)
  const events = new EventLog({
    baseUrl,
    mails,
    wake: (seller_id) => webhooks.wake(seller_id),
    isPastStorage: (seller_id) => storage.waitMs(seller_id) > 0,
    observer: {
      due: () => dueRounds.wake(),
      invoices: (statuses) => metrics.invoices(statuses),
    },
  })
  const books = invoiceBooks({ events, metrics })
  const recorder = (at: Date) => recorderOf({ events, books }, at)
  const dueRounds = new DueRounds({ ...shared, recorder })
  const erasure = new Erasure({ db, clock, recorder })
  const parsers: DomainParsers = new ParserPool(parserFile, { log })
  const parserOf = parseApart(parsers)
  const rail = new Rail({
    ...shared,
    recorder,
    mode,
    events,
    mails,
    baseUrl,
    intervalMs: reconcileSeconds * 1000,
    limits,
    bankOptions: { parserOf, connect, ...bankOptions },
  })
  return {
    mode,
    baseUrl,
    clock,
    vault,
    keys,
    tokens: new Tokens(keys, baseUrl),
    clientUses: new ClientUses({ db, log }),
    people: new People({ vault, baseUrl, mails }),
    limits: new RateLimits(db, {
      requestsPerSecond: rateLimit,
      requestsPerSeller: environment.sellerRateLimit,
      failuresPerMinute: authFailureLimit,
    }),
    storage,
    linkOpenings: new LinkOpenings(environment.sellerDailyBytes, options.openingPaces),
    metrics,
    events,
    books,
    mails,
    mailer,
    webhookKeys,
    webhooks,
    webhookTrials: new WebhookTrials({ ...shared, keys: webhookKeys, post, ending }),
    rail,
    bankTrials: new BankTrials(ending, { connect, parserOf }),
    parsers,
    outgoing,
    erasure,
    streams: new StatusStreams({ db, clock, rail, events, log, ending }),
    fileExports: new FileExports(),
    dueRounds,
    subscriptionCounts:
      environment.metricsPort === undefined ? undefined : new SubscriptionCounts(shared),
    sweeper: new Sweeper({
      ...shared,
      sweeps: [
        ...endedCheckouts(events),
        erasure.sweep,
        ...sweeps,
        ...expiredAccess,
        formerSecrets,
        ...oldEvents(retentionDays),
        oldAuditEvents(retentionDays),
        ...mailSweeps(retentionDays),
        formerPayers,
      ],
    }),
    repairer: new Sweeper({ ...shared, sweeps: repairSweeps, intervalMs: REPAIR_INTERVAL_MS }),
    auditHeads: new DailyHeads(shared),
    ending,
    waitForCacheExpiry: () => db.waitForCacheExpiry(),
  }
}
