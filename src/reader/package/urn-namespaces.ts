// The formal URN namespaces of the IANA registry, in lower case, and those the format's reference Reader knows.
const REGISTERED = new Set(
  `3gpp 3gpp2 adid alert bbf broadband-forum-org cablelabs ccsds cgi clei ddi dgiwg doi dslforum dvb ebu eic
  eidr eis-1 epc epcglobal etsi eurosystem example fdc fipa fi geant globus gsma gs1 hbbtv ieee ietf iptc isan
  isbn iso issn itu ivis lex liberty mace mef meta mpeg mrn nato nbn nena newsml nfc nzl oasis ocf ogc ogf oid
  oipf oma onem2m pin publicid reso s1000d schac service smpte swift tva uci ucode uuid web3d wmo xfdu xmlorg
  xmpp xrootd`.split(/\s+/),
);

/** Whether a URN namespace identifier is registered, formally or as an informal `urn-<number>`. Any case. */
export function isRegisteredUrnNamespace(namespace: string): boolean {
  const name = namespace.toLowerCase();
  return REGISTERED.has(name) || /^urn-[1-9]\d*$/.test(name);
}
