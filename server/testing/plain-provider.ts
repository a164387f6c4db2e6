import { afterwards } from './afterwards.ts'
import { type PlainProvider, startPlainProvider } from './providerServer.ts'

/** A plain OAuth 2 provider for the tests of a file. */
export async function usePlainProvider(): Promise<PlainProvider> {
  const provider = await startPlainProvider()
  afterwards(async () => provider.close())
  return provider
}
