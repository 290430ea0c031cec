extension CaseInputs {
  /// Inputs that stand for fixtures of other projects, made next to those of `make_hand.sh`.
  static let extraRecipes = #"""
    set -e; cd mk
    F(){ ffmpeg -nostdin -v error -y "$@"; }; P(){ python3 ../mp4patch.py "$@"; }
    H264="-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
    # B001, B002, B005, B006, B009: from release 6 on ffmpeg makes no matrix of the recipes' tag
    P matrix quad.mp4 rot90.mp4 0 -1 1 0 0 0
    P matrix quad.mp4 rot270.mp4 0 1 -1 0 0 0
    P matrix sar.mp4 sar_rot.mp4 0 -1 1 0 0 0
    # B011: a written identity matrix, and matrices that mirror
    P matrix quad.mp4 identity.mp4 1 0 0 1 0 0
    P matrix quad.mp4 hflip.mp4 -1 0 0 1 160 0
    P matrix quad.mp4 vflip.mp4 1 0 0 -1 0 120
    P matrix quad.mp4 rot90_hflip.mp4 0 1 1 0 0 0
    # B020: an odd width that needs no scaling
    F -f lavfi -i testsrc=s=321x240:r=10:d=1 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 \
      -pix_fmt yuv420p vp9odd.mp4
    # B033, B035: a flash and a beep that begin together, 1 s in; then the sound a known time later
    FLASH="color=black:s=160x120:r=25:d=3,drawbox=0:0:160:120:white:fill:enable='gte(t,1)'"
    BEEP="aevalsrc='if(gte(t,1),0.5*sin(880*PI*t),0)':s=48000:d=3"
    F -f lavfi -i "$FLASH" -f lavfi -i "$BEEP" $H264 -c:a aac flash.mp4
    F -f lavfi -i "$FLASH" -f lavfi -i "$BEEP" $H264 -c:a aac -output_ts_offset 0.667 flash067.mp4
    F -f lavfi -i "$FLASH" -itsoffset 0.244 -f lavfi -i "$BEEP" -map 0 -map 1 $H264 -c:a libopus \
      -f matroska - > flash244.mkv
    F -itsoffset 0.5 -f lavfi -i "$FLASH" -f lavfi -i "$BEEP" -map 0 -map 1 -vsync vfr $H264 \
      -c:a aac flashvlate.mp4
    # B047: a length in the container only, and one in the streams only
    F -f lavfi -i testsrc=s=160x120:r=10:d=2 $H264 duration-container.mkv
    F -f lavfi -i testsrc=s=160x120:r=10:d=2 $H264 d2.mp4
    P dur d2.mp4 duration-stream.mp4 0 mvhd,tkhd video
    # B074: 30 coded pictures of which an edit list shows 25
    F -f lavfi -i "nullsrc=s=64x64:r=25:d=1.2,geq=lum='20+N*6':cb=128:cr=128" -c:v libx264 \
      -preset fast -qp 1 -pix_fmt yuv420p -g 60 -bf 0 c30.mp4
    F -ss 0.2 -i c30.mp4 -c copy discard.mp4
    # B109, B137: telemetry beside the picture
    F -f lavfi -i testsrc=s=160x120:r=25:d=3 -f lavfi -i sine=d=3 $H264 -c:a aac \
      -timecode 01:00:00:00 -metadata comment=GPS5gpmd telemetry0.mov
    python3 - <<'PY'
    data = bytearray(open('telemetry0.mov', 'rb').read())
    entry = data.index(b'stsd', data.index(b'gmhd'))
    place = data.index(b'tmcd', entry)
    data[place:place + 4] = b'gpmd'
    open('telemetry.mov', 'wb').write(data)
    PY
    # A picture held for 2 s before 2.9 s of motion, as screen recorders write it
    HELD="testsrc=s=160x120:r=10:d=4.9,select='not(between(n,1,19))'"
    X264="-c:v libx264 -preset fast -bf 3 -g 100 -pix_fmt yuv420p"
    F -f lavfi -i "$HELD" -vsync vfr $X264 -use_editlist 0 held_noedit.mp4
    F -i held_noedit.mp4 -c copy held.mp4
    # B-frames and sound in another container, for trims
    F -f lavfi -i testsrc2=s=320x180:r=24:d=4 -f lavfi -i sine=d=4 -c:v libx264 -preset fast -g 48 \
      -bf 3 -pix_fmt yuv420p -c:a aac -b:a 64k bframes.mkv
    rm -f d2.mp4 c30.mp4 telemetry0.mov
    """#
}
