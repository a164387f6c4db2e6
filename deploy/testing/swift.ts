import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type S3Settings, sign } from '../../server/uploads/s3.ts'
import { freePorts, own, ownFolder, run, start, until } from './programs.ts'

/* OpenStack Swift with its S3 interface, on one disk: an object store for which our client was not written. */

export const swiftPackages = {
  'swift-proxy': ['/usr/bin/swift-proxy-server'],
  'swift-account': ['/usr/bin/swift-account-server'],
  'swift-container': ['/usr/bin/swift-container-server'],
  'swift-object': ['/usr/bin/swift-object-server'],
  memcached: ['/usr/bin/memcached'],
}

/** Swift reads its configuration from /etc unless its environment names another. */
const launch = `
import runpy, sys, swift.common.utils
swift.common.utils.SWIFT_CONF_FILE = sys.argv.pop(1)
program = sys.argv[0] = sys.argv.pop(1)
runpy.run_path(program, run_name='__main__')`

export async function startSwift(): Promise<S3Settings> {
  const folder = ownFolder('swift')
  const devices = own(mkdirIn(folder, 'devices'))
  own(mkdirIn(devices, 'd1'))
  const ports = await freePorts('account', 'container', 'object', 'proxy', 'memcached')
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return own(path)
  }
  const conf = write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = trial\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  const place = (port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
log_address = /nonexistent
`
  for (const kind of ['account', 'container', 'object'] as const) {
    const builder = join(folder, `${kind}.builder`)
    run('/usr/bin/swift-ring-builder', [builder, 'create', '4', '1', '1'])
    run('/usr/bin/swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${ports[kind]}/d1`, '1'])
    run('/usr/bin/swift-ring-builder', [builder, 'rebalance'])
    write(
      `${kind}-server.conf`,
      `${place(ports[kind])}devices = ${devices}
mount_check = false
recon_cache_path = ${folder}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`,
    )
  }
  write(
    'proxy-server.conf',
    `${place(ports.proxy)}[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# Asked while the others still start, it would not ask them again for a minute.
error_suppression_interval = 1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_school_raintree = secret .admin
`,
  )
  start('memcached', '/usr/bin/memcached', ['-l', '127.0.0.1', '-p', String(ports.memcached), '-U', '0'])
  for (const kind of ['account', 'container', 'object', 'proxy']) {
    const args = ['-c', launch, conf, `/usr/bin/swift-${kind}-server`, join(folder, `${kind}-server.conf`)]
    start(`swift-${kind}`, '/usr/bin/python3', args)
  }
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    bucket: 'raintree',
    region: 'us-east-1',
    accessKeyId: 'school:raintree',
    secretAccessKey: 'secret',
  }
  await until('the bucket is made', async () => {
    const { status } = await askBucket(settings, 'PUT')
    if (status !== 200) throw new Error(String(status))
  })
  return settings
}

function mkdirIn(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Makes the bucket, or lists the keys in it. */
async function askBucket(settings: S3Settings, method: 'PUT' | 'GET'): Promise<Response> {
  const url = new URL(`/${settings.bucket}`, settings.endpoint)
  const headers = sign(settings, { method, url, headers: { 'x-amz-content-sha256': EMPTY } }, new Date())
  return fetch(url, { method, headers })
}

export async function keysIn(settings: S3Settings): Promise<string[]> {
  const text = await (await askBucket(settings, 'GET')).text()
  return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
}
