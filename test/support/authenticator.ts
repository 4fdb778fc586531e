// An authenticator in software (WebAuthn, level 2): makes passkeys and answers challenges, also wrongly if a
// test asks for it. Browsers with a virtual authenticator run in the tests of the pages.
import { base64url, fromBase64url, utf8 } from '../../src/domain/secrets.ts'
import { hostHere, ORIGIN } from './address.ts'

const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => [...part]))

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const bigEndian = (value: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => (value >>> (8 * (length - 1 - index))) & 0xff)

/** An integer of an ECDSA signature in DER. */
const derInteger = (bytes: Uint8Array): number[] => {
  const trimmed = [...bytes].slice(bytes.findIndex((byte) => byte !== 0))
  const value = (trimmed[0] ?? 0) >= 0x80 ? [0, ...trimmed] : trimmed
  return [2, value.length, ...value]
}

/** A key of P-256 in COSE. */
const cose = (x: Uint8Array, y: Uint8Array) =>
  concat(Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32), x, Uint8Array.of(0x22, 0x58, 32), y)

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
const attestation = (authData: Uint8Array) =>
  concat(
    Uint8Array.of(0xa3, 0x63),
    utf8('fmt'),
    Uint8Array.of(0x64),
    utf8('none'),
    Uint8Array.of(0x67),
    utf8('attStmt'),
    Uint8Array.of(0xa0, 0x68),
    utf8('authData'),
    Uint8Array.of(0x59, ...bigEndian(authData.length, 2)),
    authData,
  )

const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 }

export type Faults = {
  origin?: string
  host?: string
  type?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

type Options = { challenge: string }

type Registration = { response: { attestationObject: string } }

/** The registration with an attestation of the format `packed` and a certificate, which is none. */
export const withCertificate = <Made extends Registration>(made: Made): Made => {
  const authData = fromBase64url(made.response.attestationObject).slice(-164)
  const statement = concat(
    Uint8Array.of(0xa3, 0x63),
    utf8('alg'),
    Uint8Array.of(0x26, 0x63),
    utf8('sig'),
    Uint8Array.of(0x41, 1, 0x63),
    utf8('x5c'),
    Uint8Array.of(0x81, 0x41, 1),
  )
  const object = concat(
    Uint8Array.of(0xa3, 0x63),
    utf8('fmt'),
    Uint8Array.of(0x66),
    utf8('packed'),
    Uint8Array.of(0x67),
    utf8('attStmt'),
    statement,
    Uint8Array.of(0x68),
    utf8('authData'),
    Uint8Array.of(0x58, authData.length),
    authData,
  )
  return { ...made, response: { ...made.response, attestationObject: base64url(object) } }
}

/** A passkey. Its counter rises with each use. */
export const makePasskey = async () => {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign'],
  )) as CryptoKeyPair
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', publicKey)) as ArrayBuffer)
  const credentialId = crypto.getRandomValues(new Uint8Array(16))
  const id = base64url(credentialId)
  let uses = 0

  const clientData = (type: string, { challenge }: Options, faults: Faults) =>
    utf8(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    )
  const authenticatorData = async (
    flags: number,
    { host = hostHere(), isVerified = true, counter = uses }: Faults,
  ) =>
    concat(
      await sha256(utf8(host)),
      Uint8Array.of(FLAGS.present | (isVerified ? FLAGS.verified : 0) | flags),
      bigEndian(counter, 4),
    )
  const envelope = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    create: async (options: Options, faults: Faults = {}) => {
      const authData = concat(
        await authenticatorData(FLAGS.hasKey, faults),
        new Uint8Array(16),
        bigEndian(credentialId.length, 2),
        credentialId,
        cose(raw.slice(1, 33), raw.slice(33)),
      )
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, faults)),
          attestationObject: base64url(attestation(authData)),
          transports: ['internal'],
        },
      }
    },
    get: async (options: Options, faults: Faults = {}) => {
      uses += 1
      const data = clientData('webauthn.get', options, faults)
      const authData = await authenticatorData(0, faults)
      const signed = concat(authData, await sha256(data))
      const signature = new Uint8Array(
        await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed),
      )
      const integers = [...derInteger(signature.slice(0, 32)), ...derInteger(signature.slice(32))]
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(Uint8Array.of(0x30, integers.length, ...integers)),
          ...(faults.userHandle !== undefined && { userHandle: base64url(utf8(faults.userHandle)) }),
        },
      }
    },
  }
}
