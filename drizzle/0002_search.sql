-- The search index: the words of each ticket under its key, and triggers that keep it correct, whichever client writes.
-- It stores no text (content is empty) and no positions (detail is none). The prefix lists find words of up to 16
-- and of 18 characters with one look-up. Longer words are looked up among all words of the database.
-- Besides the tickets, the index has one entry for each session, under the key before its first ticket. The only
-- word of this entry is |, which no ticket and no query contains. A search for several words also accepts | for each
-- word. So it stops at the entry of the next session, and its cost depends only on its own session.
CREATE VIRTUAL TABLE ticket_search USING fts5(
  text, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 2 tokenchars '|'", prefix='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 18'
);
--> statement-breakpoint
-- Each change of up to 8 MB is one part of the index, and parts are merged later. With the 1 MB that SQLite chooses, a large
-- import would write its words once more for the merges.
INSERT INTO ticket_search (ticket_search, rank) VALUES ('hashsize', 8388608);
--> statement-breakpoint
CREATE TRIGGER sessions_insert_search AFTER INSERT ON sessions BEGIN
  INSERT OR REPLACE INTO ticket_search (rowid, text) VALUES (NEW.number << 20, '|');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_search AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.number << 20;
END;
--> statement-breakpoint
-- What each character becomes in the index, by its code point divided by 4,096, by 64, and as it is. One row, so that
-- folding a text reads one. The tokenizer of the index folds the characters that are not here. The statement is printed by
-- scripts/search-letters.ts from src/domain/tickets/fold.ts.
CREATE TABLE search_letters (plain BLOB NOT NULL);
--> statement-breakpoint
INSERT INTO search_letters (plain)
WITH RECURSIVE ranges (point, last, plain) AS (
  SELECT * FROM (VALUES
  (0x305, 0x36F, ''), (0x483, 0x487, ''), (0x591, 0x5BD, ''), (0x5BF, 0x5BF, ''), (0x5C1, 0x5C2, ''), (0x5C4, 0x5C5, ''),
  (0x5C7, 0x5C7, ''), (0x610, 0x61A, ''), (0x640, 0x640, ''), (0x64B, 0x65F, ''), (0x670, 0x670, ''), (0x6D6, 0x6DC, ''),
  (0x6DF, 0x6E4, ''), (0x6E7, 0x6E8, ''), (0x6EA, 0x6ED, ''), (0x8CA, 0x8E1, ''), (0x8E3, 0x8FF, ''), (0x1AB0, 0x1AFF, ''),
  (0x1DC0, 0x1DFF, ''), (0x20D0, 0x20FF, ''), (0x3099, 0x309A, ''), (0xFE20, 0xFE2F, ''), (0xFE71, 0xFE71, ''), (0xFE77, 0xFE77, ''),
  (0xFE79, 0xFE79, ''), (0xFE7B, 0xFE7B, ''), (0xFE7D, 0xFE7D, ''), (0xFE7F, 0xFE7F, ''), (0xFF9E, 0xFF9F, ''), (0x37A, 0x37A, ' '),
  (0x58D, 0x58E, ' '), (0x605, 0x605, ' '), (0x61C, 0x61D, ' '), (0x7FD, 0x7FF, ' '), (0x888, 0x888, ' '), (0x890, 0x89F, ' '),
  (0x8E2, 0x8E2, ' '), (0x9FD, 0x9FE, ' '), (0xA76, 0xA76, ' '), (0xAFA, 0xAFF, ' '), (0xB55, 0xB55, ' '), (0xC00, 0xC04, ' '),
  (0xC3C, 0xC3C, ' '), (0xC77, 0xC77, ' '), (0xC81, 0xC84, ' '), (0xCF3, 0xD01, ' '), (0xD3B, 0xD3C, ' '), (0xD4F, 0xD4F, ' '),
  (0xD81, 0xD81, ' '), (0xEBA, 0xEBA, ' '), (0xECE, 0xECE, ' '), (0x1715, 0x1715, ' '), (0x180F, 0x180F, ' '), (0x1885, 0x1886, ' '),
  (0x1B4E, 0x1B4F, ' '), (0x1B7D, 0x1B7F, ' '), (0x1CF7, 0x1CF9, ' '), (0x2066, 0x2069, ' '), (0x20BA, 0x20C1, ' '), (0x218A, 0x218B, ' '),
  (0x23F4, 0x2429, ' '), (0x2700, 0x2700, ' '), (0x2B4D, 0x2BFF, ' '), (0x2E3C, 0x2FFF, ' '), (0x31E4, 0x31EF, ' '), (0x32FF, 0x32FF, ' '),
  (0xA69E, 0xA69E, ' '), (0xA82C, 0xA82C, ' '), (0xA8C5, 0xA8C5, ' '), (0xA8FC, 0xA8FC, ' '), (0xA8FF, 0xA8FF, ' '), (0xA9E5, 0xA9E5, ' '),
  (0xAA7C, 0xAA7D, ' '), (0xAB5B, 0xAB5B, ' '), (0xAB6A, 0xAB6B, ' '), (0xFBC2, 0xFBD2, ' '), (0xFD40, 0xFD4F, ' '), (0xFD90, 0xFD91, ' '),
  (0xFDC8, 0xFDCF, ' '), (0xFDFE, 0xFDFF, ' '), (0xFE70, 0xFE70, ' '), (0xFE72, 0xFE72, ' '), (0xFE74, 0xFE74, ' '), (0xFE76, 0xFE76, ' '),
  (0xFE78, 0xFE78, ' '), (0xFE7A, 0xFE7A, ' '), (0xFE7C, 0xFE7C, ' '), (0xFE7E, 0xFE7E, ' '), (0x1018C, 0x101A0, ' '), (0x102E0, 0x102E0, ' '),
  (0x10376, 0x1037A, ' '), (0x1056F, 0x1056F, ' '), (0x10877, 0x10878, ' '), (0x10AC8, 0x10AC8, ' '), (0x10AE5, 0x10AE6, ' '), (0x10AF0, 0x10AF6, ' '),
  (0x10B99, 0x10B9C, ' '), (0x10D24, 0x10D27, ' '), (0x10D69, 0x10D6E, ' '), (0x10D8E, 0x10D8F, ' '), (0x10EAB, 0x10EAD, ' '), (0x10ED0, 0x10EFF, ' '),
  (0x10F46, 0x10F50, ' '), (0x10F55, 0x10F59, ' '), (0x10F82, 0x10F89, ' '), (0x11070, 0x11070, ' '), (0x11073, 0x11074, ' '), (0x1107F, 0x1107F, ' '),
  (0x110C2, 0x110CD, ' '), (0x11145, 0x11146, ' '), (0x11173, 0x11175, ' '), (0x111C9, 0x111CF, ' '), (0x111DB, 0x111DB, ' '), (0x111DD, 0x111DF, ' '),
  (0x1122C, 0x1123E, ' '), (0x11241, 0x11241, ' '), (0x112A9, 0x112A9, ' '), (0x112DF, 0x112EA, ' '), (0x11300, 0x11303, ' '), (0x1133B, 0x1133C, ' '),
  (0x1133E, 0x11348, ' '), (0x1134B, 0x1134D, ' '), (0x11357, 0x11357, ' '), (0x11362, 0x11374, ' '), (0x113B8, 0x113C2, ' '), (0x113C5, 0x113C5, ' '),
  (0x113C7, 0x113D0, ' '), (0x113D2, 0x113D2, ' '), (0x113D4, 0x113E2, ' '), (0x11435, 0x11446, ' '), (0x1144B, 0x1144F, ' '), (0x1145A, 0x1145E, ' '),
  (0x114B0, 0x114C3, ' '), (0x114C6, 0x114C6, ' '), (0x115AF, 0x115D7, ' '), (0x115DC, 0x115DD, ' '), (0x11630, 0x11643, ' '), (0x11660, 0x1166C, ' '),
  (0x116B9, 0x116B9, ' '), (0x1171D, 0x1172B, ' '), (0x1173C, 0x1173F, ' '), (0x1182C, 0x1183B, ' '), (0x11930, 0x11938, ' '), (0x1193B, 0x1193E, ' '),
  (0x11940, 0x11940, ' '), (0x11942, 0x11946, ' '), (0x119D1, 0x119E0, ' '), (0x119E2, 0x119E2, ' '), (0x119E4, 0x119E4, ' '), (0x11A01, 0x11A0A, ' '),
  (0x11A33, 0x11A39, ' '), (0x11A3B, 0x11A47, ' '), (0x11A51, 0x11A5B, ' '), (0x11A8A, 0x11A9C, ' '), (0x11A9E, 0x11AA2, ' '), (0x11B00, 0x11B67, ' '),
  (0x11BE1, 0x11BE1, ' '), (0x11C2F, 0x11C3F, ' '), (0x11C41, 0x11C45, ' '), (0x11C70, 0x11C71, ' '), (0x11C92, 0x11CB6, ' '), (0x11D31, 0x11D45, ' '),
  (0x11D47, 0x11D47, ' '), (0x11D8A, 0x11D97, ' '), (0x11EF3, 0x11F01, ' '), (0x11F03, 0x11F03, ' '), (0x11F34, 0x11F4F, ' '), (0x11F5A, 0x11F5A, ' '),
  (0x11FD5, 0x11FFF, ' '), (0x12474, 0x12474, ' '), (0x12FF1, 0x12FF2, ' '), (0x13430, 0x13440, ' '), (0x13447, 0x13455, ' '), (0x1611E, 0x1612F, ' '),
  (0x16A6E, 0x16A6F, ' '), (0x16AF0, 0x16AF5, ' '), (0x16B30, 0x16B3F, ' '), (0x16B44, 0x16B45, ' '), (0x16D6D, 0x16D6F, ' '), (0x16E97, 0x16E9A, ' '),
  (0x16F4F, 0x16F4F, ' '), (0x16F7F, 0x16F87, ' '), (0x16FE2, 0x16FE2, ' '), (0x16FE4, 0x16FF1, ' '), (0x1BC9C, 0x1CCEF, ' '), (0x1CCFA, 0x1CFC3, ' '),
  (0x1D1DE, 0x1D1EA, ' '), (0x1D800, 0x1DAAF, ' '), (0x1E000, 0x1E02A, ' '), (0x1E08F, 0x1E08F, ' '), (0x1E130, 0x1E136, ' '), (0x1E14F, 0x1E14F, ' '),
  (0x1E2AE, 0x1E2AE, ' '), (0x1E2EC, 0x1E2EF, ' '), (0x1E2FF, 0x1E2FF, ' '), (0x1E4EC, 0x1E4EF, ' '), (0x1E5EE, 0x1E5EF, ' '), (0x1E5FF, 0x1E5FF, ' '),
  (0x1E6E3, 0x1E6E3, ' '), (0x1E6E6, 0x1E6E6, ' '), (0x1E6EE, 0x1E6EF, ' '), (0x1E6F5, 0x1E6F5, ' '), (0x1E8D0, 0x1E8D6, ' '), (0x1E944, 0x1E94A, ' '),
  (0x1E95E, 0x1E95F, ' '), (0x1ECAC, 0x1ECAC, ' '), (0x1ECB0, 0x1ECB0, ' '), (0x1ED2E, 0x1ED2E, ' '), (0x1F0BF, 0x1F0F5, ' '), (0x1F10D, 0x1FBEF, ' '),
  (0x1FBFA, 0x1FBFA, ' '))
  UNION ALL
  SELECT point + 1, last, plain FROM ranges WHERE point < last
),
groups (letters, plain, position) AS (
  SELECT *, 1 FROM (VALUES
  ('ªǠǡₐＡａ𝐀𝐚𝐴𝑎𝑨𝒂𝒜𝒶𝓐𝓪𝔄𝔞𝔸𝕒𝕬𝖆𝖠𝖺𝗔𝗮𝘈𝘢𝘼𝙖𝙰𝚊', 'a'),
  ('²₂２𝟐𝟚𝟤𝟮𝟸', '2'),
  ('³₃３𝟑𝟛𝟥𝟯𝟹', '3'),
  ('´ʹʻʼʽʾʿʹ‘’‛′＇', ''''),
  ('¹₁１𝟏𝟙𝟣𝟭𝟷', '1'),
  ('ºØøǾǿₒℴＯｏ𝐎𝐨𝑂𝑜𝑶𝒐𝒪𝓞𝓸𝔒𝔬𝕆𝕠𝕺𝖔𝖮𝗈𝗢𝗼𝘖𝘰𝙊𝙤𝙾𝚘', 'o'),
  ('¼', '1 4'),
  ('½', '1 2'),
  ('¾', '3 4'),
  ('ÆæǢǣǼǽ', 'ae'),
  ('ÐðĐđⅅⅆⅮⅾＤｄ𝐃𝐝𝐷𝑑𝑫𝒅𝒟𝒹𝓓𝓭𝔇𝔡𝔻𝕕𝕯𝖉𝖣𝖽𝗗𝗱𝘋𝘥𝘿𝙙𝙳𝚍', 'd'),
  ('Þþ', 'th'),
  ('ßẞ', 'ss'),
  ('ĦħʰₕℋℌℍℎℏＨｈ𝐇𝐡𝐻𝑯𝒉𝒽𝓗𝓱𝔥𝕙𝕳𝖍𝖧𝗁𝗛𝗵𝘏𝘩𝙃𝙝𝙷𝚑', 'h'),
  ('ıⁱℐℑℹⅈⅠⅰＩｉ𝐈𝐢𝐼𝑖𝑰𝒊𝒾𝓘𝓲𝔦𝕀𝕚𝕴𝖎𝖨𝗂𝗜𝗶𝘐𝘪𝙄𝙞𝙸𝚒𝚤', 'i'),
  ('Ĳĳ', 'ij'),
  ('Ŀŀ', 'l '),
  ('ŁłˡₗℒℓⅬⅼＬｌ𝐋𝐥𝐿𝑙𝑳𝒍𝓁𝓛𝓵𝔏𝔩𝕃𝕝𝕷𝖑𝖫𝗅𝗟𝗹𝘓𝘭𝙇𝙡𝙻𝚕', 'l'),
  ('ŉ', '''n'),
  ('Œœ', 'oe'),
  ('ŦŧₜＴｔ𝐓𝐭𝑇𝑡𝑻𝒕𝒯𝓉𝓣𝓽𝔗𝔱𝕋𝕥𝕿𝖙𝖳𝗍𝗧𝘁𝘛𝘵𝙏𝙩𝚃𝚝', 't'),
  ('ǄǅǆǱǲǳ', 'dz'),
  ('Ǉǈǉ', 'lj'),
  ('Ǌǋǌ', 'nj'),
  ('ʲⅉＪｊ𝐉𝐣𝐽𝑗𝑱𝒋𝒥𝒿𝓙𝓳𝔍𝔧𝕁𝕛𝕵𝖏𝖩𝗃𝗝𝗷𝘑𝘫𝙅𝙟𝙹𝚓', 'j'),
  ('ʳℛℜℝＲｒ𝐑𝐫𝑅𝑟𝑹𝒓𝓇𝓡𝓻𝔯𝕣𝕽𝖗𝖱𝗋𝗥𝗿𝘙𝘳𝙍𝙧𝚁𝚛', 'r'),
  ('ʷＷｗ𝐖𝐰𝑊𝑤𝑾𝒘𝒲𝓌𝓦𝔀𝔚𝔴𝕎𝕨𝖂𝖜𝖶𝗐𝗪𝘄𝘞𝘸𝙒𝙬𝚆𝚠', 'w'),
  ('ʸＹｙ𝐘𝐲𝑌𝑦𝒀𝒚𝒴𝓎𝓨𝔂𝔜𝔶𝕐𝕪𝖄𝖞𝖸𝗒𝗬𝘆𝘠𝘺𝙔𝙮𝚈𝚢', 'y'),
  ('ˢₛＳｓ𝐒𝐬𝑆𝑠𝑺𝒔𝒮𝓈𝓢𝓼𝔖𝔰𝕊𝕤𝕾𝖘𝖲𝗌𝗦𝘀𝘚𝘴𝙎𝙨𝚂𝚜', 's'),
  ('ˣₓⅩⅹＸｘ𝐗𝐱𝑋𝑥𝑿𝒙𝒳𝓍𝓧𝔁𝔛𝔵𝕏𝕩𝖃𝖝𝖷𝗑𝗫𝘅𝘟𝘹𝙓𝙭𝚇𝚡', 'x'),
  ('ΆάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰάᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼ𝚨𝛂', 'α'),
  ('𝛢𝛼𝜜𝜶𝝖𝝰𝞐𝞪', 'α'),
  ('ΈέἐἑἒἓἔἕἘἙἚἛἜἝὲέῈΈ𝚬𝛆𝛜𝛦𝜀𝜖𝜠𝜺𝝐𝝚𝝴𝞊𝞔𝞮𝟄', 'ε'),
  ('ΉήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴήᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῃῄῆῇῊΉῌ𝚮𝛈𝛨𝜂𝜢𝜼', 'η'),
  ('𝝜𝝶𝞖𝞰', 'η'),
  ('ΊΐΪίϊἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶίῐῑῒΐῖῗῘῙῚΊ𝚰𝛊𝛪𝜄𝜤𝜾𝝞𝝸𝞘𝞲', 'ι'),
  ('ΌόὀὁὂὃὄὅὈὉὊὋὌὍὸόῸΌ𝚶𝛐𝛰𝜊𝜪𝝄𝝤𝝾𝞞𝞸', 'ο'),
  ('ΎΫΰϋύϒϓϔὐὑὒὓὔὕὖὗὙὛὝὟὺύῠῡῢΰῦῧῨῩῪΎ𝚼𝛖𝛶𝜐𝜰𝝊𝝪𝞄𝞤𝞾', 'υ'),
  ('ΏώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼώᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺΏῼ𝛀𝛚𝛺𝜔𝜴𝝎', 'ω'),
  ('𝝮𝞈𝞨𝟂', 'ω'),
  ('ϲϹ𝚺𝛓𝛔𝛴𝜍𝜎𝜮𝝇𝝈𝝨𝞁𝞂𝞢𝞻𝞼', 'σ'),
  ('ЀЁѐёӖӗ', 'е'),
  ('ЍЙйѝӢӣӤӥ', 'и'),
  ('ЎўӮӯӰӱӲӳ', 'у'),
  ('ӁӂӜӝ', 'ж'),
  ('ӐӑӒӓ', 'а'),
  ('և', 'եւ'),
  ('آأإٱﭐﭑﺁﺂﺃﺄﺇﺈﺍﺎ', 'ا'),
  ('ؤﺅﺆﻭﻮ', 'و'),
  ('ئىﯨﯩﺉﺊﺋﺌﻯﻰﻱﻲﻳﻴ', 'ي'),
  ('ةﺓﺔﻩﻪﻫﻬ', 'ه'),
  ('ٵ', 'اٴ'),
  ('ٶ', 'وٴ'),
  ('ٷﯝ', 'ۇٴ'),
  ('ٸ', 'يٴ'),
  ('ۂﮦﮧﮨﮩ', 'ہ'),
  ('ۓﮮﮯﮰﮱ', 'ے'),
  ('ऩ', 'न '),
  ('ऱ', 'र '),
  ('ऴ', 'ळ '),
  ('क़', 'क '),
  ('ख़', 'ख '),
  ('ग़', 'ग '),
  ('ज़', 'ज '),
  ('ड़', 'ड '),
  ('ढ़', 'ढ '),
  ('फ़', 'फ '),
  ('य़', 'य '),
  ('ড়', 'ড '),
  ('ঢ়', 'ঢ '),
  ('য়', 'য '),
  ('ਲ਼', 'ਲ '),
  ('ਸ਼', 'ਸ '),
  ('ਖ਼', 'ਖ '),
  ('ਗ਼', 'ਗ '),
  ('ਜ਼', 'ਜ '),
  ('ਫ਼', 'ਫ '),
  ('ଡ଼', 'ଡ '),
  ('ଢ଼', 'ଢ '),
  ('ஔ', 'ஒ '),
  ('ำ', 'ํา'),
  ('ຳ', ' າ'),
  ('ໜ', 'ຫນ'),
  ('ໝ', 'ຫມ'),
  ('གྷ', 'ག '),
  ('ཌྷ', 'ཌ '),
  ('དྷ', 'ད '),
  ('བྷ', 'བ '),
  ('ཛྷ', 'ཛ '),
  ('ཀྵ', 'ཀ '),
  ('ဦ', 'ဥ '),
  ('ᬆ', 'ᬅ '),
  ('ᬈ', 'ᬇ '),
  ('ᬊ', 'ᬉ '),
  ('ᬌ', 'ᬋ '),
  ('ᬎ', 'ᬍ '),
  ('ᬒ', 'ᬑ '),
  ('ẚ', 'a'''),
  ('ῤῥῬ𝚸𝛒𝛠𝛲𝜌𝜚𝜬𝝆𝝔𝝦𝞀𝞎𝞠𝞺𝟈', 'ρ'),
  ('‐‑‒–⁻₋−︲﹣－', '-'),
  ('‥︰', '..'),
  ('…︙', '...'),
  ('″', ''''''),
  ('‴', ''''''''),
  ('⁗', ''''''''''),
  ('⁰₀０𝟎𝟘𝟢𝟬𝟶', '0'),
  ('⁴₄４𝟒𝟜𝟦𝟰𝟺', '4'),
  ('⁵₅５𝟓𝟝𝟧𝟱𝟻', '5'),
  ('⁶₆６𝟔𝟞𝟨𝟲𝟼', '6'),
  ('⁷₇７𝟕𝟟𝟩𝟳𝟽', '7'),
  ('⁸₈８𝟖𝟠𝟪𝟴𝟾', '8'),
  ('⁹₉９𝟗𝟡𝟫𝟵𝟿', '9'),
  ('⁺₊﬩﹢＋', '+'),
  ('ⁿₙℕＮｎ𝐍𝐧𝑁𝑛𝑵𝒏𝒩𝓃𝓝𝓷𝔑𝔫𝕟𝕹𝖓𝖭𝗇𝗡𝗻𝘕𝘯𝙉𝙣𝙽𝚗', 'n'),
  ('ₑℯℰⅇＥｅ𝐄𝐞𝐸𝑒𝑬𝒆𝓔𝓮𝔈𝔢𝔼𝕖𝕰𝖊𝖤𝖾𝗘𝗲𝘌𝘦𝙀𝙚𝙴𝚎', 'e'),
  ('ₖＫｋ𝐊𝐤𝐾𝑘𝑲𝒌𝒦𝓀𝓚𝓴𝔎𝔨𝕂𝕜𝕶𝖐𝖪𝗄𝗞𝗸𝘒𝘬𝙆𝙠𝙺𝚔', 'k'),
  ('ₘℳⅯⅿＭｍ𝐌𝐦𝑀𝑚𝑴𝒎𝓂𝓜𝓶𝔐𝔪𝕄𝕞𝕸𝖒𝖬𝗆𝗠𝗺𝘔𝘮𝙈𝙢𝙼𝚖', 'm'),
  ('ₚℙＰｐ𝐏𝐩𝑃𝑝𝑷𝒑𝒫𝓅𝓟𝓹𝔓𝔭𝕡𝕻𝖕𝖯𝗉𝗣𝗽𝘗𝘱𝙋𝙥𝙿𝚙', 'p'),
  ('₨', 'rs'),
  ('℀', 'a/c'),
  ('℁', 'a/s'),
  ('ℂℭⅭⅽＣｃ𝐂𝐜𝐶𝑐𝑪𝒄𝒞𝒸𝓒𝓬𝔠𝕔𝕮𝖈𝖢𝖼𝗖𝗰𝘊𝘤𝘾𝙘𝙲𝚌', 'c'),
  ('℃', ' c'),
  ('℅', 'c/o'),
  ('℆', 'c/u'),
  ('℉', ' f'),
  ('ℊＧｇ𝐆𝐠𝐺𝑔𝑮𝒈𝒢𝓖𝓰𝔊𝔤𝔾𝕘𝕲𝖌𝖦𝗀𝗚𝗴𝘎𝘨𝙂𝙜𝙶𝚐', 'g'),
  ('№', 'no'),
  ('ℚＱｑ𝐐𝐪𝑄𝑞𝑸𝒒𝒬𝓆𝓠𝓺𝔔𝔮𝕢𝕼𝖖𝖰𝗊𝗤𝗾𝘘𝘲𝙌𝙦𝚀𝚚', 'q'),
  ('℠', 'sm'),
  ('℡', 'tel'),
  ('™', 'tm'),
  ('ℤℨＺｚ𝐙𝐳𝑍𝑧𝒁𝒛𝒵𝓏𝓩𝔃𝔷𝕫𝖅𝖟𝖹𝗓𝗭𝘇𝘡𝘻𝙕𝙯𝚉𝚣', 'z'),
  ('ℬＢｂ𝐁𝐛𝐵𝑏𝑩𝒃𝒷𝓑𝓫𝔅𝔟𝔹𝕓𝕭𝖇𝖡𝖻𝗕𝗯𝘉𝘣𝘽𝙗𝙱𝚋', 'b'),
  ('ℱＦｆ𝐅𝐟𝐹𝑓𝑭𝒇𝒻𝓕𝓯𝔉𝔣𝔽𝕗𝕱𝖋𝖥𝖿𝗙𝗳𝘍𝘧𝙁𝙛𝙵𝚏', 'f'),
  ('ℵﬡאַאָאּ', 'א'),
  ('℻', 'fax'),
  ('ℼℿ𝚷𝛑𝛡𝛱𝜋𝜛𝜫𝝅𝝕𝝥𝝿𝞏𝞟𝞹𝟉', 'π'),
  ('ℽℾ𝚪𝛄𝛤𝛾𝜞𝜸𝝘𝝲𝞒𝞬', 'γ'),
  ('⅐', '1 7'),
  ('⅑', '1 9'),
  ('⅒', '1 10'),
  ('⅓', '1 3'),
  ('⅔', '2 3'),
  ('⅕', '1 5'),
  ('⅖', '2 5'),
  ('⅗', '3 5'),
  ('⅘', '4 5'),
  ('⅙', '1 6'),
  ('⅚', '5 6'),
  ('⅛', '1 8'),
  ('⅜', '3 8'),
  ('⅝', '5 8'),
  ('⅞', '7 8'),
  ('⅟', '1 '),
  ('Ⅱⅱ', 'ii'),
  ('Ⅲⅲ', 'iii'),
  ('Ⅳⅳ', 'iv'),
  ('ⅤⅴＶｖ𝐕𝐯𝑉𝑣𝑽𝒗𝒱𝓋𝓥𝓿𝔙𝔳𝕍𝕧𝖁𝖛𝖵𝗏𝗩𝘃𝘝𝘷𝙑𝙫𝚅𝚟', 'v'),
  ('Ⅵⅵ', 'vi'),
  ('Ⅶⅶ', 'vii'),
  ('Ⅷⅷ', 'viii'),
  ('Ⅸⅸ', 'ix'),
  ('Ⅺⅺ', 'xi'),
  ('Ⅻⅻ', 'xii'),
  ('↉', '0 3'),
  ('ゟ', 'より'),
  ('ヿ', 'コト'),
  ('ﬀ', 'ff'),
  ('ﬁ', 'fi'),
  ('ﬂ', 'fl'),
  ('ﬃ', 'ffi'),
  ('ﬄ', 'ffl'),
  ('ﬅﬆ', 'st'),
  ('ﬓ', 'մն'),
  ('ﬔ', 'մե'),
  ('ﬕ', 'մի'),
  ('ﬖ', 'վն'),
  ('ﬗ', 'մխ'),
  ('שׁשׂשּׁשּׂשּ', 'ש'),
  ('ﭏ', 'אל'),
  ('ﭒﭓﭔﭕ', 'ٻ'),
  ('ﭖﭗﭘﭙ', 'پ'),
  ('ﭚﭛﭜﭝ', 'ڀ'),
  ('ﭞﭟﭠﭡ', 'ٺ'),
  ('ﭢﭣﭤﭥ', 'ٿ'),
  ('ﭦﭧﭨﭩ', 'ٹ'),
  ('ﭪﭫﭬﭭ', 'ڤ'),
  ('ﭮﭯﭰﭱ', 'ڦ'),
  ('ﭲﭳﭴﭵ', 'ڄ'),
  ('ﭶﭷﭸﭹ', 'ڃ'),
  ('ﭺﭻﭼﭽ', 'چ'),
  ('ﭾﭿﮀﮁ', 'ڇ'),
  ('ﮎﮏﮐﮑ', 'ک'),
  ('ﮒﮓﮔﮕ', 'گ'),
  ('ﮖﮗﮘﮙ', 'ڳ'),
  ('ﮚﮛﮜﮝ', 'ڱ'),
  ('ﮠﮡﮢﮣ', 'ڻ'),
  ('ﮪﮫﮬﮭ', 'ھ'),
  ('ﯓﯔﯕﯖ', 'ڭ'),
  ('ﯤﯥﯦﯧ', 'ې'),
  ('ﯼﯽﯾﯿ', 'ی'),
  ('ﺏﺐﺑﺒ', 'ب'),
  ('ﺕﺖﺗﺘ', 'ت'),
  ('ﺙﺚﺛﺜ', 'ث'),
  ('ﺝﺞﺟﺠ', 'ج'),
  ('ﺡﺢﺣﺤ', 'ح'),
  ('ﺥﺦﺧﺨ', 'خ'),
  ('ﺱﺲﺳﺴ', 'س'),
  ('ﺵﺶﺷﺸ', 'ش'),
  ('ﺹﺺﺻﺼ', 'ص'),
  ('ﺽﺾﺿﻀ', 'ض'),
  ('ﻁﻂﻃﻄ', 'ط'),
  ('ﻅﻆﻇﻈ', 'ظ'),
  ('ﻉﻊﻋﻌ', 'ع'),
  ('ﻍﻎﻏﻐ', 'غ'),
  ('ﻑﻒﻓﻔ', 'ف'),
  ('ﻕﻖﻗﻘ', 'ق'),
  ('ﻙﻚﻛﻜ', 'ك'),
  ('ﻝﻞﻟﻠ', 'ل'),
  ('ﻡﻢﻣﻤ', 'م'),
  ('ﻥﻦﻧﻨ', 'ن'),
  ('ﻵﻶﻷﻸﻹﻺﻻﻼ', 'لا'),
  ('Ｕｕ𝐔𝐮𝑈𝑢𝑼𝒖𝒰𝓊𝓤𝓾𝔘𝔲𝕌𝕦𝖀𝖚𝖴𝗎𝗨𝘂𝘜𝘶𝙐𝙪𝚄𝚞', 'u'),
  ('𑂚', '𑂙 '),
  ('𑂜', '𑂛 '),
  ('𑂫', '𑂥 '),
  ('𑎃', '𑎂 '),
  ('𑎅', '𑎄 '),
  ('𑎎', '𑎋 '),
  ('𑎑', '𑎐 '),
  ('𖵨', '𖵨'),
  ('𖵩', '𖵩'),
  ('𖵪', '𖵪'),
  ('𝚩𝛃𝛣𝛽𝜝𝜷𝝗𝝱𝞑𝞫', 'β'),
  ('𝚫𝛅𝛥𝛿𝜟𝜹𝝙𝝳𝞓𝞭', 'δ'),
  ('𝚭𝛇𝛧𝜁𝜡𝜻𝝛𝝵𝞕𝞯', 'ζ'),
  ('𝚯𝚹𝛉𝛝𝛩𝛳𝜃𝜗𝜣𝜭𝜽𝝑𝝝𝝧𝝷𝞋𝞗𝞡𝞱𝟅', 'θ'),
  ('𝚱𝛋𝛞𝛫𝜅𝜘𝜥𝜿𝝒𝝟𝝹𝞌𝞙𝞳𝟆', 'κ'),
  ('𝚲𝛌𝛬𝜆𝜦𝝀𝝠𝝺𝞚𝞴', 'λ'),
  ('𝚳𝛍𝛭𝜇𝜧𝝁𝝡𝝻𝞛𝞵', 'μ'),
  ('𝚴𝛎𝛮𝜈𝜨𝝂𝝢𝝼𝞜𝞶', 'ν'),
  ('𝚵𝛏𝛯𝜉𝜩𝝃𝝣𝝽𝞝𝞷', 'ξ'),
  ('𝚻𝛕𝛵𝜏𝜯𝝉𝝩𝞃𝞣𝞽', 'τ'),
  ('𝚽𝛗𝛟𝛷𝜑𝜙𝜱𝝋𝝓𝝫𝞅𝞍𝞥𝞿𝟇', 'φ'),
  ('𝚾𝛘𝛸𝜒𝜲𝝌𝝬𝞆𝞦𝟀', 'χ'),
  ('𝚿𝛙𝛹𝜓𝜳𝝍𝝭𝞇𝞧𝟁', 'ψ'))
  UNION ALL
  SELECT letters, plain, position + 1 FROM groups WHERE position < length(letters)
),
pairs (letters, plain, position) AS (
  SELECT *, 1 FROM (VALUES
  ('ǮǯʱʴʵʶˠˤͿЃЇЌѓїќѶѷӚӛӞӟӦӧӪӫӬӭӴӵӸӹԨԪԬԮۀჼᎠᎡᎢ', 'ʒʒɦɹɻʁɣʕϳгікгікѵѵәәззооөөээччыыԩԫԭԯەნꭰꭱꭲ'),
  ('ᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊ', 'ꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚ'),
  ('ᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲ', 'ꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺ'),
  ('ᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳ', 'ᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳ'),
  ('ᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ`․ₔℇℶℷℸⰯⵯ〸〹〺がぎぐげござじずぜぞだぢづでどばぱび', 'ჴჵჶჷჸჹჺჽჾჿ`.əɛבגדⱟⵡ十卄卅かきくけこさしすせそたちつてとははひ'),
  ('ぴぶぷべぺぼぽゔゞガギグゲゴザジズゼゾダヂヅデドバパビピブプベペボポヴヷヸヹヺヾ', 'ひふふへへほほうゝカキクケコサシスセソタチツテトハハヒヒフフヘヘホホウワヰヱヲヽ'),
  ('ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘ', 'ᄀᄁᆪᄂᆬᆭᄃᄄᄅᆰᆱᆲᆳᆴᆵᄚᄆᄇᄈᄡᄉᄊᄋᄌᄍᄎᄏᄐᄑ하ᅢᅣᅤᅥᅦᅧᅨᅩᅪ'),
  ('ㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣㅤㅥㅦㅧㅨㅩㅪㅫㅬㅭㅮㅯㅰㅱㅲㅳㅴㅵㅶㅷㅸㅹㅺㅻㅼㅽㅾㅿㆀ', 'ᅫᅬᅭᅮᅯᅰᅱᅲᅳᅴᅵᅠᄔᄕᇇᇈᇌᇎᇓᇗᇙᄜᇝᇟᄝᄞᄠᄢᄣᄧᄩᄫᄬᄭᄮᄯᄲᄶᅀᅇ'),
  ('ㆁㆂㆃㆄㆅㆆㆇㆈㆉㆊㆋㆌㆍㆎꚘꚚꞖꞘꞚꞜꞞꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆ', 'ᅌᇱᇲᅗᅘᅙᆄᆅᆈᆑᆒᆔᆞᆡꚙꚛꞗꞙꞛꞝꞟɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎ'),
  ('ꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ豈更車賈滑串句龜龜契金喇奈懶癩羅蘿螺裸邏樂洛烙珞落酪駱', 'ꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ豈更車賈滑串句龜龜契金喇奈懶癩羅蘿螺裸邏樂洛烙珞落酪駱'),
  ('亂卵欄爛蘭鸞嵐濫藍襤拉臘蠟廊朗浪狼郎來冷勞擄櫓爐盧老蘆虜路露魯鷺碌祿綠菉錄鹿論壟', '亂卵欄爛蘭鸞嵐濫藍襤拉臘蠟廊朗浪狼郎來冷勞擄櫓爐盧老蘆虜路露魯鷺碌祿綠菉錄鹿論壟'),
  ('弄籠聾牢磊賂雷壘屢樓淚漏累縷陋勒肋凜凌稜綾菱陵讀拏樂諾丹寧怒率異北磻便復不泌數索', '弄籠聾牢磊賂雷壘屢樓淚漏累縷陋勒肋凜凌稜綾菱陵讀拏樂諾丹寧怒率異北磻便復不泌數索'),
  ('參塞省葉說殺辰沈拾若掠略亮兩凉梁糧良諒量勵呂女廬旅濾礪閭驪麗黎力曆歷轢年憐戀撚漣', '參塞省葉說殺辰沈拾若掠略亮兩凉梁糧良諒量勵呂女廬旅濾礪閭驪麗黎力曆歷轢年憐戀撚漣'),
  ('煉璉秊練聯輦蓮連鍊列劣咽烈裂說廉念捻殮簾獵令囹寧嶺怜玲瑩羚聆鈴零靈領例禮醴隸惡了', '煉璉秊練聯輦蓮連鍊列劣咽烈裂說廉念捻殮簾獵令囹寧嶺怜玲瑩羚聆鈴零靈領例禮醴隸惡了'),
  ('僚寮尿料樂燎療蓼遼龍暈阮劉杻柳流溜琉留硫紐類六戮陸倫崙淪輪律慄栗率隆利吏履易李梨', '僚寮尿料樂燎療蓼遼龍暈阮劉杻柳流溜琉留硫紐類六戮陸倫崙淪輪律慄栗率隆利吏履易李梨'),
  ('泥理痢罹裏裡里離匿溺吝燐璘藺隣鱗麟林淋臨立笠粒狀炙識什茶刺切度拓糖宅洞暴輻行降見', '泥理痢罹裏裡里離匿溺吝燐璘藺隣鱗麟林淋臨立笠粒狀炙識什茶刺切度拓糖宅洞暴輻行降見'),
  ('廓兀嗀塚晴凞猪益礼神祥福靖精羽蘒諸逸都飯飼館鶴郞隷侮僧免勉勤卑喝嘆器塀墨層屮悔慨', '廓兀嗀塚晴凞猪益礼神祥福靖精羽蘒諸逸都飯飼館鶴郞隷侮僧免勉勤卑喝嘆器塀墨層屮悔慨'),
  ('憎懲敏既暑梅海渚漢煮爫琢碑社祉祈祐祖祝禍禎穀突節練縉繁署者臭艹艹著褐視謁謹賓贈辶', '憎懲敏既暑梅海渚漢煮爫琢碑社祉祈祐祖祝禍禎穀突節練縉繁署者臭艹艹著褐視謁謹賓贈辶'),
  ('逸難響頻恵𤋮舘並况全侀充冀勇勺喝啕喙嗢塚墳奄奔婢嬨廒廙彩徭惘慎愈憎慠懲戴揄搜摒敖', '逸難響頻恵𤋮舘並况全侀充冀勇勺喝啕喙嗢塚墳奄奔婢嬨廒廙彩徭惘慎愈憎慠懲戴揄搜摒敖'),
  ('晴朗望杖歹殺流滛滋漢瀞煮瞧爵犯猪瑱甆画瘝瘟益盛直睊着磌窱節类絛練缾者荒華蝹襁覆視', '晴朗望杖歹殺流滛滋漢瀞煮瞧爵犯猪瑱甆画瘝瘟益盛直睊着磌窱節类絛練缾者荒華蝹襁覆視'),
  ('調諸請謁諾諭謹變贈輸遲醙鉶陼難靖韛響頋頻鬒龜𢡊𢡄𣏕㮝䀘䀹𥉉𥳐𧻓齃龎יִײַﬠﬢﬣﬤﬥ', '調諸請謁諾諭謹變贈輸遲醙鉶陼難靖韛響頋頻鬒龜𢡊𢡄𣏕㮝䀘䀹𥉉𥳐𧻓齃龎יײעדהכל'),
  ('ﬦﬧﬨבּגּדּהּוּזּטּיּךּכּלּמּנּסּףּפּצּקּרּתּוֹבֿכֿפֿﮂﮃﮄﮅﮆﮇﮈﮉﮊﮋﮌﮍﮞ', 'םרתבגדהוזטיךכלמנסףפצקרתובכפڍڍڌڌڎڎڈڈژژڑڑں'),
  ('ﮟﮤﮥﯗﯘﯙﯚﯛﯜﯞﯟﯠﯡﯢﯣ﹒ﺀﺩﺪﺫﺬﺭﺮﺯﺰ．／｀ｦｧｨｩｪｫｬｭｮｯｰｱ', 'ںەەۇۇۆۆۈۈۋۋۅۅۉۉ.ءددذذررزز./`ヲァィゥェォャュョッーア'),
  ('ｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙ', 'イウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリル'),
  ('ﾚﾛﾜﾝﾠﾡﾢﾣﾤﾥﾦﾧﾨﾩﾪﾫﾬﾭﾮﾯﾰﾱﾲﾳﾴﾵﾶﾷﾸﾹﾺﾻﾼﾽﾾￂￃￄￅￆ', 'レロワンᅠᄀᄁᆪᄂᆬᆭᄃᄄᄅᆰᆱᆲᆳᆴᆵᄚᄆᄇᄈᄡᄉᄊᄋᄌᄍᄎᄏᄐᄑ하ᅢᅣᅤᅥ'),
  ('ￇￊￋￌￍￎￏￒￓￔￕￖￗￚￛￜ𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇', 'ᅦᅧᅨᅩᅪᅫᅬᅭᅮᅯᅰᅱᅲᅳᅴᅵ𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯'),
  ('𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍', '𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴'),
  ('𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐗉𐗤𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞', '𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐗒𐗚𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞'),
  ('𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣', '𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃'),
  ('𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅', '𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥'),
  ('𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭', '𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈'),
  ('𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𝚥𝟊𝟋𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙', '𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓ȷϝϝ𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻'),
  ('𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡丽丸乁𠄢你侮侻倂偺備僧像㒞𠘺免兔兤具𠔜㒹內再𠕋冗冤仌冬况𩇟凵刃㓟', '𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃丽丸乁𠄢你侮侻倂偺備僧像㒞𠘺免兔兤具𠔜㒹內再𠕋冗冤仌冬况𩇟凵刃㓟'),
  ('刻剆割剷㔕勇勉勤勺包匆北卉卑博即卽卿卿卿𠨬灰及叟𠭣叫叱吆咞吸呈周咢哶唐啓啣善善喙', '刻剆割剷㔕勇勉勤勺包匆北卉卑博即卽卿卿卿𠨬灰及叟𠭣叫叱吆咞吸呈周咢哶唐啓啣善善喙'),
  ('喫喳嗂圖嘆圗噑噴切壮城埴堍型堲報墬𡓤売壷夆多夢奢𡚨𡛪姬娛娧姘婦㛮㛼嬈嬾嬾𡧈寃寘寧', '喫喳嗂圖嘆圗噑噴切壮城埴堍型堲報墬𡓤売壷夆多夢奢𡚨𡛪姬娛娧姘婦㛮㛼嬈嬾嬾𡧈寃寘寧'),
  ('寳𡬘寿将当尢㞁屠屮峀岍𡷤嵃𡷦嵮嵫嵼巡巢㠯巽帨帽幩㡢𢆃㡼庰庳庶廊𪎒廾𢌱𢌱舁弢弢㣇𣊸', '寳𡬘寿将当尢㞁屠屮峀岍𡷤嵃𡷦嵮嵫嵼巡巢㠯巽帨帽幩㡢𢆃㡼庰庳庶廊𪎒廾𢌱𢌱舁弢弢㣇𣊸'),
  ('𦇚形彫㣣徚忍志忹悁㤺㤜悔𢛔惇慈慌慎慌慺憎憲憤憯懞懲懶成戛扝抱拔捐𢬌挽拼捨掃揤𢯱搢', '𦇚形彫㣣徚忍志忹悁㤺㤜悔𢛔惇慈慌慎慌慺憎憲憤憯懞懲懶成戛扝抱拔捐𢬌挽拼捨掃揤𢯱搢'),
  ('揅掩㨮摩摾撝摷㩬敏敬𣀊旣書晉㬙暑㬈㫤冒冕最暜肭䏙朗望朡杞杓𣏃㭉柺枅桒梅𣑭梎栟椔㮝', '揅掩㨮摩摾撝摷㩬敏敬𣀊旣書晉㬙暑㬈㫤冒冕最暜肭䏙朗望朡杞杓𣏃㭉柺枅桒梅𣑭梎栟椔㮝'),
  ('楂榣槪檨𣚣櫛㰘次𣢧歔㱎歲殟殺殻𣪍𡴋𣫺汎𣲼沿泍汧洖派海流浩浸涅𣴞洴港湮㴳滋滇𣻑淹潮', '楂榣槪檨𣚣櫛㰘次𣢧歔㱎歲殟殺殻𣪍𡴋𣫺汎𣲼沿泍汧洖派海流浩浸涅𣴞洴港湮㴳滋滇𣻑淹潮'),
  ('𣽞𣾎濆瀹瀞瀛㶖灊災灷炭𠔥煅𤉣熜𤎫爨爵牐𤘈犀犕𤜵𤠔獺王㺬玥㺸㺸瑇瑜瑱璅瓊㼛甤𤰶甾𤲒', '𣽞𣾎濆瀹瀞瀛㶖灊災灷炭𠔥煅𤉣熜𤎫爨爵牐𤘈犀犕𤜵𤠔獺王㺬玥㺸㺸瑇瑜瑱璅瓊㼛甤𤰶甾𤲒'),
  ('異𢆟瘐𤾡𤾸𥁄㿼䀈直𥃳𥃲𥄙𥄳眞真真睊䀹瞋䁆䂖𥐝硎碌磌䃣𥘦祖𥚚𥛅福秫䄯穀穊穏𥥼𥪧𥪧竮', '異𢆟瘐𤾡𤾸𥁄㿼䀈直𥃳𥃲𥄙𥄳眞真真睊䀹瞋䁆䂖𥐝硎碌磌䃣𥘦祖𥚚𥛅福秫䄯穀穊穏𥥼𥪧𥪧竮'),
  ('䈂𥮫篆築䈧𥲀糒䊠糨糣紀𥾆絣䌁緇縂繅䌴𦈨𦉇䍙𦋙罺𦌾羕翺者𦓚𦔣聠𦖨聰𣍟䏕育脃䐋脾媵𦞧', '䈂𥮫篆築䈧𥲀糒䊠糨糣紀𥾆絣䌁緇縂繅䌴𦈨𦉇䍙𦋙罺𦌾羕翺者𦓚𦔣聠𦖨聰𣍟䏕育脃䐋脾媵𦞧'),
  ('𦞵𣎓𣎜舁舄辞䑫芑芋芝劳花芳芽苦𦬼若茝荣莭茣莽菧著荓菊菌菜𦰶𦵫𦳕䔫蓱蓳蔖𧏊蕤𦼬䕝䕡', '𦞵𣎓𣎜舁舄辞䑫芑芋芝劳花芳芽苦𦬼若茝荣莭茣莽菧著荓菊菌菜𦰶𦵫𦳕䔫蓱蓳蔖𧏊蕤𦼬䕝䕡'),
  ('𦾱𧃒䕫虐虜虧虩蚩蚈蜎蛢蝹蜨蝫螆䗗蟡蠁䗹衠衣𧙧裗裞䘵裺㒻𧢮𧥦䚾䛇誠諭變豕𧲨貫賁贛起', '𦾱𧃒䕫虐虜虧虩蚩蚈蜎蛢蝹蜨蝫螆䗗蟡蠁䗹衠衣𧙧裗裞䘵裺㒻𧢮𧥦䚾䛇誠諭變豕𧲨貫賁贛起'),
  ('𧼯𠠄跋趼跰𠣞軔輸𨗒𨗭邔郱鄑𨜮鄛鈸鋗鋘鉼鏹鐕𨯺開䦕閷𨵷䧦雃嶲霣𩅅𩈚䩮䩶韠𩐊䪲𩒖頋頋', '𧼯𠠄跋趼跰𠣞軔輸𨗒𨗭邔郱鄑𨜮鄛鈸鋗鋘鉼鏹鐕𨯺開䦕閷𨵷䧦雃嶲霣𩅅𩈚䩮䩶韠𩐊䪲𩒖頋頋'),
  ('頩𩖶飢䬳餩馧駂駾䯎𩬰鬒鱀鳽䳎䳭鵧𪃎䳸𪄅𪈎𪊑麻䵖黹黾鼅鼏鼖鼻𪘀', '頩𩖶飢䬳餩馧駂駾䯎𩬰鬒鱀鳽䳎䳭鵧𪃎䳸𪄅𪈎𪊑麻䵖黹黾鼅鼏鼖鼻𪘀'))
  UNION ALL
  SELECT letters, plain, position + 1 FROM pairs WHERE position < length(letters)
),
letters (point, plain) AS (
  SELECT point, plain FROM ranges
  UNION ALL
  SELECT unicode(substr(letters, position, 1)), plain FROM groups
  UNION ALL
  SELECT unicode(substr(letters, position, 1)), substr(plain, position, 1) FROM pairs
)
SELECT jsonb_group_object(block, plain)
FROM (
  SELECT block, jsonb_group_object(part, plain) AS plain
  FROM (
    SELECT point >> 12 AS block, point >> 6 & 63 AS part, jsonb_group_object(point & 63, plain) AS plain
    FROM letters GROUP BY point >> 6
  ) GROUP BY block
);
--> statement-breakpoint
-- The text of a ticket for the index: the searched columns, and the endings of the number and the reference, which are not
-- joined. From the innermost SELECT outwards:
-- 1. A letter that is written as two gives its text a second form.
-- 2. Each character of a text that is not ASCII is folded, and jamo become Hangul syllables.
-- 3. Words are added without the signs that join them, and without their apostrophes only. In scripts without spaces a
-- word begins at each character.
-- Added words stand behind a prefix of 10 characters that is the same for a session, so a look-up reads the added words of
-- the session alone. The prefix lists contain their first eight letters. A text in a script without spaces adds many words. For
-- these the prefix has 16 characters, so that they add few entries of their own to the lists.
-- D1 counts rows for each step of a recursion and none for VALUES. So a recursion goes by 256 characters, within them VALUES
-- goes by 16, and within these by one. LIMIT keeps a text from being computed once for each use.
CREATE VIEW ticket_search_text AS
SELECT key, (
  WITH steps (step) AS NOT MATERIALIZED (
    VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)
  )
  SELECT group_concat(text
    || iif(is_whole AND text GLOB '*[-.''`+/]*', salt || replace(replace(replace(replace(replace(replace(replace(replace(
      text, '-', ''), '.', ''), '''', ''), '`', ''), '+', ''), '/', ''), ' ', salt), '@', salt), '')
    || iif(is_whole AND text GLOB '*[''`]*' AND text GLOB '*[-.+/]*', salt || replace(replace(replace(replace(replace(replace(
      replace(replace(text, '''', ''), '`', ''), '-', ' '), '.', ' '), '+', ' '), '/', ' '), ' ', salt), '@', salt), '')
    || iif(is_whole AND text GLOB '*[ก-𲎯]*', coalesce((
      WITH RECURSIVE blocks (start) AS (
        SELECT 2 UNION ALL SELECT start + 256 FROM blocks WHERE start + 256 <= length(text)
      )
      SELECT group_concat((
        SELECT group_concat((
          SELECT group_concat(salt || '||||||' || substr(word, 1, instr(word, ' ') - 1), '')
          FROM (
            SELECT substr(text, position, 100) || ' ' AS word
            FROM (SELECT part + step AS position, unicode(substr(letters, step + 1, 1)) AS point FROM steps LIMIT -1)
            WHERE point BETWEEN 0xE01 AND 0xE5B OR point BETWEEN 0x1100 AND 0x11FF OR point BETWEEN 0x3005 AND 0x3007
              OR point BETWEEN 0x3041 AND 0x30FF OR point BETWEEN 0x3131 AND 0x318E OR point BETWEEN 0x31F0 AND 0x31FF
              OR point BETWEEN 0x3400 AND 0x4DBF OR point BETWEEN 0x4E00 AND 0x9FFF OR point BETWEEN 0xA960 AND 0xA97F
              OR point BETWEEN 0xAC00 AND 0xD7FB OR point BETWEEN 0xF900 AND 0xFAFF OR point BETWEEN 0x20000 AND 0x323AF
            LIMIT -1
          )
        ), '')
        FROM (SELECT start + 16 * step AS part, substr(text, start + 16 * step, 16) AS letters FROM steps LIMIT -1)
        WHERE letters <> ''
      ), '') FROM blocks
    ), ''), ''), ' ')
  FROM (
    SELECT is_whole, printf(' |%09x', session_number) AS salt, iif(text NOT GLOB '*[^ -~]*', text, (
      WITH RECURSIVE blocks (start) AS (
        SELECT 1 UNION ALL SELECT start + 256 FROM blocks WHERE start + 256 <= length(text)
      )
      SELECT group_concat((
        SELECT group_concat((
          SELECT group_concat(
            iif(point < 128, char(point),
            iif(point BETWEEN 0x1100 AND 0x1112 AND next BETWEEN 0x1161 AND 0x1175,
              char(0xAC00 + (point - 0x1100) * 588 + (next - 0x1161) * 28 + iif(third BETWEEN 0x11A8 AND 0x11C2, third - 0x11A7, 0)),
            iif(point BETWEEN 0x1161 AND 0x1175 AND previous BETWEEN 0x1100 AND 0x1112, '',
            iif(point BETWEEN 0x11A8 AND 0x11C2 AND (previous BETWEEN 0x1161 AND 0x1175 AND first BETWEEN 0x1100 AND 0x1112
              OR previous BETWEEN 0xAC00 AND 0xD7A3 AND (previous - 0xAC00) % 28 = 0), '',
            iif(point BETWEEN 0xAC00 AND 0xD7A3,
              char(point + iif((point - 0xAC00) % 28 = 0 AND next BETWEEN 0x11A8 AND 0x11C2, next - 0x11A7, 0)),
            coalesce((SELECT plain FROM search_letters) ->> printf('$.%d.%d.%d', point >> 12, point >> 6 & 63, point & 63), char(point))
            ))))), '')
          FROM (
            SELECT point, unicode(substr(text, position - 2, 1)) AS first, unicode(substr(text, position - 1, 1)) AS previous,
              unicode(substr(text, position + 1, 1)) AS next, unicode(substr(text, position + 2, 1)) AS third
            FROM (SELECT part + step AS position, unicode(substr(letters, step + 1, 1)) AS point FROM steps LIMIT -1)
          )
        ), '')
        FROM (SELECT start + 16 * step AS part, substr(text, start + 16 * step, 16) AS letters FROM steps LIMIT -1)
        WHERE letters <> ''
      ), '') FROM blocks
    )) AS text
    FROM (
      SELECT is_whole, text || iif(is_whole AND expanded <> text, ' ' || expanded, '') AS text
      FROM (
        SELECT is_whole, text, iif(text NOT GLOB '*[^ -~]*', text, replace(replace(replace(replace(replace(replace(replace(
          replace(replace(replace(replace(replace(replace(replace(text, 'a' || char(0x308), 'ae'), 'o' || char(0x308), 'oe'),
          'u' || char(0x308), 'ue'), 'a' || char(0x30A), 'aa'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'),
          'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa')) AS expanded
        FROM (
          WITH fields (is_whole, text) AS (VALUES
            (true, ticket_number),
            (false, substr(ticket_number, -4) || ' ' || substr(ticket_number, -5) || ' ' || substr(ticket_number, -6)
              || ' ' || substr(ticket_number, -7) || ' ' || substr(ticket_number, -8)),
            (true, reference),
            (false, substr(reference, -4) || ' ' || substr(reference, -5) || ' ' || substr(reference, -6)
              || ' ' || substr(reference, -7) || ' ' || substr(reference, -8)),
            (true, seat_label), (true, holder_email), (true, attendee_name),
            (true, iif(attendee_email = holder_email, NULL, attendee_email)))
          SELECT is_whole, replace(lower(text), '|', ' ') AS text FROM fields WHERE text IS NOT NULL LIMIT -1
        ) LIMIT -1
      ) LIMIT -1
    ) LIMIT -1
  )
) AS text FROM tickets;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_search AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_search (rowid, text) SELECT key, text FROM ticket_search_text WHERE key = NEW.key;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_search AFTER DELETE ON tickets BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.key;
END;
--> statement-breakpoint
-- An update that changes no searched column leaves the index alone. One that names none does not even compile the view,
-- which takes longer than to check a ticket in. The key has three more names.
CREATE TRIGGER tickets_update_search
AFTER UPDATE OF key, rowid, oid, _rowid_, ticket_number, reference, seat_label, holder_email, attendee_name,
  attendee_email ON tickets
WHEN (OLD.key, OLD.ticket_number, OLD.reference, OLD.seat_label, OLD.holder_email, OLD.attendee_name, OLD.attendee_email)
  IS NOT (NEW.key, NEW.ticket_number, NEW.reference, NEW.seat_label, NEW.holder_email, NEW.attendee_name, NEW.attendee_email) BEGIN
  UPDATE ticket_search SET rowid = NEW.key, text = (SELECT text FROM ticket_search_text WHERE key = NEW.key)
  WHERE rowid = OLD.key;
END;
