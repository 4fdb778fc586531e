// Stands for the libraries that read the certificates of an attestation. They are the larger half of what
// @simplewebauthn/server brings, and no browser sends an attestation that it was not asked for. One with a
// certificate cannot be read, so it is refused.
class Unreadable {}

export {
  Unreadable as AlgorithmIdentifier,
  Unreadable as AuthorityKeyIdentifierExtension,
  Unreadable as BasicConstraints,
  Unreadable as CRLDistributionPointsExtension,
  Unreadable as Certificate,
  Unreadable as ExtendedKeyUsage,
  Unreadable as KeyDescription,
  Unreadable as RSAPublicKey,
  Unreadable as SubjectAlternativeName,
  Unreadable as SubjectKeyIdentifierExtension,
  Unreadable as X509Certificate,
  Unreadable as X509ChainBuilder,
  Unreadable as X509Crl,
}

// No attestation has an identifier that is empty.
export const id_ce_basicConstraints = ''
export const id_ce_extKeyUsage = ''
export const id_ce_keyDescription = ''
export const id_ce_subjectAltName = ''
export const id_ml_dsa_44 = ''
export const id_ml_dsa_65 = ''
export const id_ml_dsa_87 = ''
export const id_rsaEncryption = ''
export const id_sha1WithRSAEncryption = ''
export const id_sha256WithRSAEncryption = ''
export const id_sha384WithRSAEncryption = ''
export const id_sha512WithRSAEncryption = ''
