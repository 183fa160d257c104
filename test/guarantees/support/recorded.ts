/** A service whose disk calls are recorded, with their number at each answer. */
import { cpSync, mkdirSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { mock } from 'node:test'
import type SQLite from 'better-sqlite3'
import { SqliteDatabase } from '../../../db/sqlite/database.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { Disk } from './disk.ts'

const secretKey = Buffer.alloc(32)

/** The key under which every service here seals its keys, as an operator gives it. */
export const SECRET_KEY = secretKey.toString('base64')

/** The database that a service works on. */
export function databaseOf({ db }: TestService): SqliteDatabase {
  if (!(db instanceof SqliteDatabase)) throw new Error('The service does not run on SQLite.')
  return db
}

/** The connection that a service works on. */
export const clientOf = (service: TestService): SQLite.Database => databaseOf(service).client

/** A disk, and services that are started on it one after the other. */
export class Recording {
  readonly disk: Disk
  readonly file: string
  /** The length of the log when an answer began to be sent, by its X-Request-Id. */
  readonly sentAt = new Map<string, number>()
  #ended = false

  /** @param from a folder whose files are there from the beginning */
  constructor(from?: string) {
    const folder = temporaryFolder()
    if (from !== undefined) cpSync(from, folder, { recursive: true })
    this.disk = new Disk(folder)
    this.file = join(this.disk.folder, 'balcao.db')
    const { disk, sentAt } = this
    const { writeHead } = ServerResponse.prototype
    type Head = Parameters<typeof writeHead>
    mock.method(
      ServerResponse.prototype,
      'writeHead',
      function (this: ServerResponse, ...head: [number, Record<string, string>]) {
        sentAt.set(head[1]['X-Request-Id'] ?? '', disk.log.length)
        return writeHead.apply(this, head as unknown as Head)
      },
    )
  }

  start(): Promise<TestService> {
    return startService({ databaseUrl: `sqlite:${this.file}`, secretKey, real_clock: true })
  }

  /** Lets go of the disk, so that another recording can begin. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.disk.detach()
    mock.restoreAll()
  }
}

/** Replaces the error that the engine hears when a commit fails, until the recording ends. */
export function onFailedCommit(client: SQLite.Database, hear: (message: string) => void): void {
  const statements = Object.getPrototypeOf(client.prepare('commit')) as SQLite.Statement
  const { run } = statements
  mock.method(statements, 'run', function (this: SQLite.Statement, ...args: unknown[]) {
    try {
      return run.apply(this, args)
    } catch (error) {
      if (this.source !== 'commit') throw error
      return hear((error as Error).message)
    }
  })
}

/** An empty folder inside another one. */
export function newFolder(inside: string, name: string): string {
  const folder = join(inside, name)
  mkdirSync(folder)
  return folder
}
