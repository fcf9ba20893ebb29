import * as z from 'zod';
import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { settingsFrom } from './settings.ts';

const { SETTINGS_SECRET_ID } = parseEnvironment({ SETTINGS_SECRET_ID: z.string() });

/** The settings in the secret that the environment names, for the deployed entries. */
export const settings = settingsFrom(SETTINGS_SECRET_ID, readSecret, systemClock);
