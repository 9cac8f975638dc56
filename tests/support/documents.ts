const latin = (text: string) => Buffer.from(text, 'latin1');

/** A zip file whose directory lists empty entries of these names. */
export function aZip(...names: string[]): Buffer {
  const files = names.map((name) => {
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, latin(name)]);
  });
  const directory = names.map((name) => {
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, latin(name)]);
  });
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const SECTOR = 512;

/** A compound file with these streams, each one sector that starts with the given bytes. */
export function aCompoundFile(streams: Record<string, Buffer>): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  const contents = Object.values(streams).map((bytes) =>
    Buffer.concat([bytes, Buffer.alloc(SECTOR - bytes.length)]),
  );
  const directory = Object.keys(streams).map((name, sector) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * (name.length + 1), 64);
    entry.writeUInt32LE(sector, 116);
    return entry;
  });
  return Buffer.concat([header, ...contents, ...directory]);
}

/** The start of a Word 97 document's main stream. */
function documentStart(isEncrypted: boolean): Buffer {
  const start = Buffer.from('eca5c100'.padEnd(24, '0'), 'hex');
  start.writeUInt16LE(isEncrypted ? 0x0100 : 0, 10);
  return start;
}

export const DOCX = aZip('[Content_Types].xml', '_rels/.rels', 'word/document.xml');
export const DOC = aCompoundFile({ '1Table': Buffer.alloc(0), WordDocument: documentStart(false) });
export const ENCRYPTED_DOC = aCompoundFile({ WordDocument: documentStart(true) });
export const ENCRYPTED_DOCX = aCompoundFile({
  EncryptionInfo: Buffer.alloc(0),
  EncryptedPackage: Buffer.alloc(0),
});
export const RICH_TEXT = latin('{\\rtf1\\ansi Moira Stewart}');
