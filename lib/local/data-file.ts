import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod/mini';

/** An error with the file that it is about: SQLite's and the parser's errors name none. */
export function fileError(file: string, cause: unknown): Error {
  const { message, code, path = file } = cause as NodeJS.ErrnoException;
  return Object.assign(new Error(`${file}: ${message}`, { cause }), { path, ...(code && { code }) });
}

/** Runs `work` on a file; its errors name the file. */
export function onFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileError(file, error);
  }
}

/** Opens a SQLite file that is read completely at the start or is small, and checks it. */
export function openDatabase(file: string, schema: string): DatabaseSync {
  return onFile(file, () => {
    const database = new DatabaseSync(file);
    database.exec(schema);
    const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
    if (found !== 'ok') throw new Error('the database is malformed');
    return database;
  });
}

/** Replaces the file at once: a full disk or the end of the process leaves the one before. */
export function replaceFile(file: string, text: string, options?: { mode: number }): void {
  writeFileSync(`${file}.new`, text, options);
  renameSync(`${file}.new`, file);
}

/** The content of a JSON file. Errors name the file and nothing of its content, which may be a secret. */
export function readJsonFile<Content>(file: string, schema: z.ZodMiniType<Content>): Content {
  const text = onFile(file, () => readFileSync(file, 'utf8'));
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw fileError(file, new Error('its content is not complete or not known'));
  }
}
