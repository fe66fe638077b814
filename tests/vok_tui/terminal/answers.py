"""What real terminals send without a key being pressed: answers to questions, possibly of the program that ran before, and news.

The program asks for none of `UNASKED`, so none may do anything.
"""

ST = "\x1b\\"  # ends a string

UNASKED = {
    "DECRPM 2048": "\x1b[?2048;0$y",
    "CSI 48 t size in band": "\x1b[48;30;100;600;1000t",
    # colours (xterm, kitty, foot, iTerm2, Windows Terminal)
    "OSC 4 colour of the palette": f"\x1b]4;1;rgb:cdcd/0000/0000{ST}",
    "OSC 10 foreground": f"\x1b]10;rgb:e5e5/e5e5/e5e5{ST}",
    "OSC 11 background": f"\x1b]11;rgb:1414/1919/1f1f{ST}",
    "OSC 11 background, ended by a bell": "\x1b]11;rgb:1414/1919/1f1f\x07",
    "OSC 12 cursor": f"\x1b]12;rgb:ffff/ffff/ffff{ST}",
    "OSC 17 selection": f"\x1b]17;rgb:4a4a/4a4a/4a4a{ST}",
    "OSC 21 colours of kitty": f"\x1b]21;foreground=rgb:e5e5/e5e5/e5e5;cursor={ST}",
    "colour scheme": "\x1b[?997;1n",
    # sizes and the window
    "CSI 1 t window is open": "\x1b[1t",
    "CSI 3 t place of the window": "\x1b[3;120;80t",
    "CSI 4 t size in pixels": "\x1b[4;480;800t",
    "CSI 5 t size of the screen in pixels": "\x1b[5;1080;1920t",
    "CSI 6 t size of a cell": "\x1b[6;20;10t",
    "CSI 8 t size in cells": "\x1b[8;24;80t",
    "CSI 9 t size of the screen in cells": "\x1b[9;54;192t",
    "OSC l title": f"\x1b]lvok n{ST}",
    "OSC L name of the icon": f"\x1b]Lvok n{ST}",
    "OSC 1337 size of a cell of iTerm2": f"\x1b]1337;ReportCellSize=17.0;8.0;2.0{ST}",
    "OSC 52 clipboard": f"\x1b]52;c;bg1uDQ=={ST}",
    "OSC 99 notifications of kitty": f"\x1b]99;i=1:p=?;a=focus:o=always{ST}",
    # versions and features
    "XTVERSION": f"\x1bP>|XTerm(390){ST}",
    "XTVERSION of kitty": f"\x1bP>|kitty(0.35.2){ST}",
    "XTVERSION of tmux": f"\x1bP>|tmux 3.4{ST}",
    "XTGETTCAP known": f"\x1bP1+r544e=787465726d{ST}",
    "XTGETTCAP unknown": f"\x1bP0+r524742{ST}",
    "DECRQSS colours": f"\x1bP1$r0m{ST}",
    "DECRQSS unknown": f"\x1bP0$r{ST}",
    "DECRPTUI, DA3": f"\x1bP!|7E565445{ST}",
    "DECCKSR": f"\x1bP1!~0000{ST}",
    "DECCIR": f"\x1bP1$u1;1;1;@;@;@;0;2;@;BB%B{ST}",
    "DA1 of xterm": "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    "DA1 with sixel": "\x1b[?62;4;22c",
    "DA1 of a VT100": "\x1b[?1;2c",
    "DA2 of xterm": "\x1b[>41;390;0c",
    "DA2 of tmux": "\x1b[>84;0;0c",
    "DA3 in the form of CSI": "\x1b[=0c",
    "DECREPTPARM": "\x1b[2;1;1;128;128;1;0x",
    # status, modes and places
    "DSR ready": "\x1b[0n",
    "DSR printer": "\x1b[?13n",
    "DSR locator": "\x1b[?53n",
    "DSR keyboard": "\x1b[?27;1;0;0n",
    "CPR": "\x1b[24;80R",
    "CPR that looks like F3": "\x1b[1;2R",
    "DECXCPR": "\x1b[?24;80;1R",
    "DECRPM 2004": "\x1b[?2004;1$y",
    "DECRPM 2027": "\x1b[?2027;0$y",
    "DECRPM 2031": "\x1b[?2031;2$y",
    "DECRPM of an ANSI mode": "\x1b[4;2$y",
    "locator": "\x1b[1;2;12;34;0&w",
    "mouse of urxvt": "\x1b[32;12;17M",
    # keyboards, graphics and others
    "keyboard of kitty": "\x1b[?0u",
    "modifyOtherKeys": "\x1b[>4;2m",
    "keys of win32": "\x1b[78;49;110;1;0;1_",
    "graphics of kitty": f"\x1b_Gi=31;OK{ST}",
    "graphics of kitty, error": f"\x1b_Gi=31;EINVAL:no n{ST}",
    "XTSMGRAPHICS registers of sixel": "\x1b[?1;0;256S",
    "XTSMGRAPHICS size of sixel": "\x1b[?2;0;800;480S",
    "PM": f"\x1b^n{ST}",
    "SOS": f"\x1bXn{ST}",
    "OSC as one character": "\x9d11;rgb:1414/1919/1f1f\x9c",
    "CSI as one character": "\x9b6;20;10t",
}

ASKED = {
    "DECRPM 2026": "\x1b[?2026;2$y",
    "focus": "\x1b[I",
}
"""Answers and news that the program asks for. None is a key."""
