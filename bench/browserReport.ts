export interface BrowserRun {
  at: string
}

export const browserLines = (run: BrowserRun): string[] => [run.at]
