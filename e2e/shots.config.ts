import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run shots`: a picture of every screen, for people to look at. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: ['shots.ts', 'distances.ts'],
  timeout: 300_000,
  workers: 1,
})
